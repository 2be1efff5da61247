/**
 * What is built with a working tree although no commit of it has it: a `go.work` above it or left out of git, and the
 * modules beside it that a `go.work` or a `replace` names by relative paths.
 */
import { copyFile, mkdir, realpath, stat, symlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { ok, type Result } from '../../result.ts';
import { isBelow } from '../sources/sourceRoots.ts';
import { runProcess } from '../toolchain/process.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';
import type { Repository } from './repository.ts';
import type { Checkout } from './worktree.ts';

export interface NeighbourRequest {
  readonly toolchain: GoToolchain;
  /** In the user's working tree. */
  readonly packageDirectory: string;
  readonly repository: Repository;
  readonly checkout: Checkout;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/**
 * Puts the counterparts of what stands beside the working tree beside the checkout. Answers the environment in which
 * the go command finds them. Where Go says nothing useful, nothing is put: the build will say what is missing.
 * Problem: `cancelled`.
 */
export async function addNeighbours(request: NeighbourRequest): Promise<Result<NodeJS.ProcessEnv>> {
  const { packageDirectory, env, signal } = request;
  const answer = await go(request, packageDirectory, ['env', 'GOWORK', 'GOMOD']);
  if (signal.aborted) return cancelled;
  const [goWork = '', goMod = ''] = (answer ?? '').split('\n');
  const isWorkspace = isAbsolute(goWork);
  const twinOfWork = isWorkspace ? await twinOf(request, goWork) : null;
  const modules = isAbsolute(goMod) ? [goMod] : [];
  if (isWorkspace) {
    const { Use = [], Replace = [] } = await readJson(request, ['work', 'edit', '-json', goWork]);
    const uses = Use.map(({ DiskPath }) => DiskPath);
    for (const path of [...uses, ...localPaths(Replace)]) await link(request, dirname(goWork), path);
    modules.push(...uses.map((path) => join(resolve(dirname(goWork), path), 'go.mod')));
    if (twinOfWork !== null) await copyWorkspace(request, goWork, twinOfWork, uses);
  }
  for (const file of new Set(modules)) {
    const twin = await twinOf(request, file);
    if (twin === null || !(await exists(twin))) continue;
    const { Replace = [] } = await readJson(request, ['mod', 'edit', '-json', twin]);
    for (const path of localPaths(Replace)) await link(request, dirname(file), path);
  }
  if (signal.aborted) return cancelled;
  return ok(env.GOWORK !== undefined && twinOfWork !== null ? { ...env, GOWORK: twinOfWork } : env);
}

const cancelled: Result<never> = {
  ok: false,
  problem: { code: 'cancelled', template: 'Cancelled.', args: [] },
};

/** Where a file of the user's stands in or beside the checkout; `null` where it has no place there. */
async function twinOf({ repository, checkout }: NeighbourRequest, file: string): Promise<string | null> {
  // The file itself may be gone at the commit, or not be there yet; its folder tells as well.
  const real = await realpath(dirname(file)).catch(() => null);
  if (real === null) return null;
  const twin = join(checkout.top, relative(repository.top, real), basename(file));
  return isBelow(twin, checkout.folder) ? twin : null;
}

/** A `go.work` that the commit does not have: the one of now, without modules that were not there yet. */
async function copyWorkspace(
  request: NeighbourRequest,
  goWork: string,
  twin: string,
  uses: readonly string[],
): Promise<void> {
  if (await exists(twin)) return;
  await mkdir(dirname(twin), { recursive: true });
  await copyFile(goWork, twin);
  await copyFile(`${goWork}.sum`, `${twin}.sum`).catch(() => undefined);
  const missing: string[] = [];
  for (const path of uses) {
    const module = await twinOf(request, join(resolve(dirname(goWork), path), 'go.mod'));
    if (!isAbsolute(path) && (module === null || !(await exists(module)))) missing.push(path);
  }
  if (missing.length === 0) return;
  const drops = missing.map((path) => `-dropuse=${path}`);
  await go(request, dirname(twin), ['work', 'edit', ...drops, twin]);
}

/** A module that stands outside the repository is the same for both. */
async function link(request: NeighbourRequest, directory: string, path: string): Promise<void> {
  const { repository, checkout } = request;
  const real = await realpath(resolve(directory, path)).catch(() => null);
  const twin = real === null ? null : join(checkout.top, relative(repository.top, real));
  if (isAbsolute(path) || real === null || twin === null) return;
  if (real === repository.top || isBelow(real, repository.top)) return;
  if (!isBelow(twin, checkout.folder) || (await exists(twin))) return;
  await mkdir(dirname(twin), { recursive: true });
  // On Windows only junctions need no privilege; elsewhere the kind does not matter.
  await symlink(real, twin, 'junction');
}

interface EditedFile {
  readonly Use?: readonly { readonly DiskPath: string }[];
  readonly Replace?: readonly Replacement[];
}

interface Replacement {
  readonly New: { readonly Path: string };
}

function localPaths(replacements: readonly Replacement[]): string[] {
  return replacements.flatMap(({ New }) => (/^\.\.?(?:[\\/]|$)/.test(New.Path) ? New.Path : []));
}

async function readJson(request: NeighbourRequest, args: readonly string[]): Promise<EditedFile> {
  const text = await go(request, request.packageDirectory, args);
  let value: unknown = null;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    return {};
  }
  const { Use, Replace }: { Use?: unknown; Replace?: unknown } = Object(value);
  return {
    Use: list(Use).flatMap((entry) => {
      const { DiskPath }: { DiskPath?: unknown } = Object(entry);
      return typeof DiskPath === 'string' ? { DiskPath } : [];
    }),
    Replace: list(Replace).flatMap((entry) => {
      const { New }: { New?: { Path?: unknown } } = Object(entry);
      return typeof New?.Path === 'string' ? { New: { Path: New.Path } } : [];
    }),
  };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What a go command prints; `null` where it fails. */
async function go(
  { toolchain, env, signal }: NeighbourRequest,
  directory: string,
  args: readonly string[],
): Promise<string | null> {
  let stdout = '';
  const end = await runProcess({
    command: toolchain.command,
    args,
    directory,
    env,
    signal,
    onStdout: (text) => {
      stdout += text;
    },
  });
  return end.ok && end.value.exitCode === 0 ? stdout : null;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
