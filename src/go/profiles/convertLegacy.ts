import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../result.ts';
import { runProcess } from '../toolchain/process.ts';
import { findGo } from '../toolchain/toolchain.ts';

/**
 * The protobuf form of a profile in one of the formats from before it, made by `go tool pprof`, which knows them
 * all. Symbols are left as they are in the file: nothing is looked up in binaries or on the network.
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
    let stderr = '';
    const end = await runProcess({
      command: go.value.command,
      args: ['tool', 'pprof', '-symbolize=none', '-proto', `-output=${output}`, input],
      directory,
      env,
      onStderr: (text) => {
        stderr += text;
      },
    });
    if (!end.ok) return end;
    if (end.value.exitCode !== 0) return conversionFailed(stderr);
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
