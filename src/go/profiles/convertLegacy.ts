import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../base/result.ts';
import {
  folderKinds,
  makeOwnFolder,
  removeOwnFolder,
  sweepTemporary,
  temporaryRoot,
} from '../toolchain/ownFolders.ts';
import { aloneEnvironment, findGo } from '../toolchain/toolchain.ts';
import { boundedOutput } from './boundedOutput.ts';

/** It prints nothing: the profile goes into a file. */
const mostPrinted = 1_000_000;

/**
 * Converts a profile from one of the formats before protobuf. `go tool pprof` does it, as it reads all of them. Symbols
 * stay as they are in the file: nothing is looked up in binaries or on the network.
 *
 * Problems: `no-go`, and those of `boundedOutput`.
 */
export async function convertLegacy(bytes: Uint8Array, env: NodeJS.ProcessEnv): Promise<Result<Uint8Array>> {
  await sweepTemporary();
  const directory = makeOwnFolder(folderKinds.convert, temporaryRoot());
  try {
    const alone = aloneEnvironment(env);
    const go = await findGo({ env: alone, directory });
    if (!go.ok) return go;
    const input = join(directory, 'legacy');
    const output = join(directory, 'converted.pb.gz');
    await writeFile(input, bytes);
    const args = ['tool', 'pprof', '-symbolize=none', '-proto', `-output=${output}`, input];
    const request = { command: go.value.command, args, directory, env: alone };
    const end = await boundedOutput(request, mostPrinted, conversionFailed);
    if (!end.ok) return end;
    return ok(await readFile(output));
  } finally {
    await removeOwnFolder(directory);
  }
}

const conversionFailed =
  'The profile is in an old format that `go tool pprof` cannot read either. Record it again.';
