import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../result.ts';
import { captureProcess } from '../toolchain/process.ts';
import { findGo } from '../toolchain/toolchain.ts';

/**
 * Converts a profile from one of the formats before protobuf. `go tool pprof` does it, as it reads all of them. Symbols
 * stay as they are in the file: nothing is looked up in binaries or on the network.
 *
 * Problems: `no-go`, `conversion-failed`.
 */
export async function convertLegacy(bytes: Uint8Array, env: NodeJS.ProcessEnv): Promise<Result<Uint8Array>> {
  const go = await findGo({ env });
  if (!go.ok) return go;
  const directory = await mkdtemp(join(tmpdir(), 'pprof-lens-'));
  try {
    const input = join(directory, 'legacy');
    const output = join(directory, 'converted.pb.gz');
    await writeFile(input, bytes);
    const end = await captureProcess({
      command: go.value.command,
      args: ['tool', 'pprof', '-symbolize=none', '-proto', `-output=${output}`, input],
      directory,
      env,
    });
    if (!end.ok) return end;
    if (end.value.exitCode !== 0) return conversionFailed(end.value.stderr);
    return ok(await readFile(output));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function conversionFailed(stderr: string): Result<never> {
  return fail(
    'conversion-failed',
    'The profile is in an old format that `go tool pprof` cannot read either. Record it again.',
    [],
    stderr,
  );
}
