import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../base/result.ts';
import { goToolIn, withRecording } from './conversion.ts';

/** It prints nothing: the profile goes into a file. */
const mostPrinted = 1_000_000;

/**
 * Converts a profile from one of the formats before protobuf. `go tool pprof` does it, as it reads all of them. Symbols
 * stay as they are in the file: nothing is looked up in binaries or on the network.
 *
 * Problems: `no-go`, and those of `boundedOutput`.
 */
export async function convertLegacy(bytes: Uint8Array, env: NodeJS.ProcessEnv): Promise<Result<Uint8Array>> {
  return withRecording(bytes, undefined, async ({ file, folder }) => {
    const go = await goToolIn(folder, { env });
    if (!go.ok) return go;
    const output = join(folder, 'converted.pb.gz');
    const args = ['tool', 'pprof', '-symbolize=none', '-proto', `-output=${output}`, file];
    const end = await go.value(args, mostPrinted, conversionFailed.sentence);
    return end.ok ? ok(await readFile(output)) : end;
  });
}

const conversionFailed = {
  sentence: 'The profile is in an old format that `go tool pprof` cannot read either. Record it again.',
};
