import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import {
  folderKinds,
  makeOwnFolder,
  removeOwnFolder,
  sweepTemporary,
  temporaryRoot,
} from '../toolchain/ownFolders.ts';
import { captureProcess } from '../toolchain/process.ts';
import { findGo } from '../toolchain/toolchain.ts';

/**
 * Converts a profile from one of the formats before protobuf. `go tool pprof` does it, as it reads all of them. Symbols
 * stay as they are in the file: nothing is looked up in binaries or on the network.
 *
 * Problems: `no-go`, `untrusted`, `conversion-failed`.
 */
export async function convertLegacy(bytes: Uint8Array, env: NodeJS.ProcessEnv): Promise<Result<Uint8Array>> {
  await sweepTemporary();
  const directory = makeOwnFolder(folderKinds.convert, temporaryRoot());
  try {
    // Here no go.mod, go.work or flag chooses another toolchain or a program to build with.
    const alone = { ...env, GOWORK: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '' };
    const go = await findGo({ env: alone, directory });
    if (!go.ok) return go;
    const input = join(directory, 'legacy');
    const output = join(directory, 'converted.pb.gz');
    await writeFile(input, bytes);
    const end = await captureProcess({
      command: go.value.command,
      args: ['tool', 'pprof', '-symbolize=none', '-proto', `-output=${output}`, input],
      directory,
      env: alone,
    });
    if (!end.ok) return end;
    if (end.value.exitCode !== 0) return conversionFailed(end.value.stderr);
    return ok(await readFile(output));
  } finally {
    await removeOwnFolder(directory);
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
