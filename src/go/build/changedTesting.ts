/**
 * A test binary with another package testing, in this build only (`-overlay`, see `go help build`): functions of it that do
 * something else besides, and files that it has not. Files on disk stay as they are.
 */
import { symlink, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import { isBelow } from '../sources/sourceRoots.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';
import type { BuildResult } from './compilerErrors.ts';
import { type BinaryRequest, buildTestBinary } from './testBinary.ts';
import { usersOverlay } from './usersOverlay.ts';

/** In the build's folder. */
export const overlayFile = 'overlay.json';

export interface TestingChange {
  /** A file of package testing, a text that is in it once, and what stands in its place. Lines keep their numbers if both have as many. */
  readonly edits: readonly (readonly [file: string, text: string, replacement: string])[];
  /** Texts at the ends of files, by name; a file that is not there is added. */
  readonly added: Readonly<Record<string, string>>;
  /** Texts of other files, by their whole paths: they replace what is there. With `null`, a file is not there. */
  readonly others?: Readonly<Record<string, string | null>>;
}

/**
 * Builds a test binary with a changed package testing, into the request's folder. Problems: those of `buildTestBinary`;
 * `bad-overlay`, for the user's; `other-testing` for a Go whose package testing is not as we know it.
 */
export async function buildWithTesting(
  request: BinaryRequest,
  change: TestingChange,
): Promise<BuildResult<string>> {
  const { folder } = request;
  const toolchain = await outsideModuleCache(request.toolchain, folder);
  try {
    const overlay = await writeOverlay({ ...request, toolchain }, change);
    if (!overlay.ok) return overlay;
    const env = toolchain === request.toolchain ? request.env : movedEnvironment(request.env, toolchain);
    // Of two flags the last one counts.
    const flags = [...request.flags, `-overlay=${overlay.value}`];
    return await buildTestBinary({ ...request, toolchain, env, flags });
  } finally {
    if (toolchain !== request.toolchain) await unlink(toolchain.goroot);
  }
}

async function writeOverlay(
  { directory, flags, folder, toolchain }: BinaryRequest,
  { edits, added, others = {} }: TestingChange,
): Promise<Result<string>> {
  const users = usersOverlay(directory, flags, toolchain.goflags);
  if (!users.ok) return users;
  const whole = (path: string) => (path === '' ? '' : resolve(directory, path));
  const replaced = Object.fromEntries(
    Object.entries(users.value).map(([path, by]) => [resolve(directory, path), whole(by)]),
  );
  for (const name of new Set([...edits.map(([file]) => file), ...Object.keys(added)])) {
    const path = join(toolchain.goroot, 'src', 'testing', name);
    const itsEdits = edits.filter(([file]) => file === name);
    const original = await readRegularFileLater(path);
    if (!original.ok && itsEdits.length > 0) return original;
    let text = original.ok ? original.value.text : '';
    for (const [, from, to] of itsEdits) {
      const parts = text.split(from);
      if (parts.length !== 2) return fail('other-testing', 'this Go has another package testing');
      text = parts.join(to);
    }
    const ours = join(folder, `testing_${name}`);
    await writeFile(ours, text + (added[name] ?? ''));
    replaced[path] = ours;
  }
  for (const [i, [path, text]] of Object.entries(others).entries()) {
    const ours = text === null ? '' : join(folder, `other${i}.go`);
    if (text !== null) await writeFile(ours, text);
    replaced[path] = ours;
  }
  const overlay = join(folder, overlayFile);
  await writeFile(overlay, JSON.stringify({ Replace: replaced }));
  return ok(overlay);
}

/**
 * From 1.25 on, Go replaces no file below its module cache, and a toolchain that a go.mod asks for is there. So it is given
 * another name, by a link. Its files are then named `…/goroot/src/…` in profiles, which we find as we find those of other machines.
 */
async function outsideModuleCache(toolchain: GoToolchain, folder: string): Promise<GoToolchain> {
  const { goroot, gomodcache } = toolchain;
  if (!isBelow(goroot, gomodcache)) return toolchain;
  const link = join(folder, 'goroot');
  await symlink(goroot, link, 'junction');
  const go = process.platform === 'win32' ? 'go.exe' : 'go';
  return { ...toolchain, goroot: link, command: join(link, 'bin', go) };
}

/** The go command would go back to the toolchain's own folder. */
function movedEnvironment(env: NodeJS.ProcessEnv, { goroot }: GoToolchain): NodeJS.ProcessEnv {
  return { ...env, GOROOT: goroot, GOTOOLCHAIN: 'local' };
}
