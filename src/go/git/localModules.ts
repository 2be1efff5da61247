/**
 * The modules next to ours that a checkout of a commit needs as well: `go.work` and `replace` name modules by relative
 * paths, and these may lie outside the repository. The `go.work` itself may lie above the repository, or be ignored by
 * git. All of them get a counterpart beside the checkout.
 */

import { existsSync } from 'node:fs';
import { copyFile, mkdir, realpath, symlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { append } from '../../base/lists.ts';
import { object, parsedJson, property, text, validItems } from '../../base/outsideValues.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { isBelow } from '../sources/sourceRoots.ts';
import { captureProcess } from '../toolchain/process.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';
import type { Checkout } from './checkout.ts';
import type { Repository } from './repository.ts';

export interface LocalModulesRequest {
  readonly toolchain: GoToolchain;
  /** In the user's working tree. */
  readonly packageDirectory: string;
  readonly repository: Repository;
  readonly checkout: Checkout;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/**
 * Makes the counterparts beside the checkout, and returns the environment in which the go command finds them. If the go
 * command cannot say what is needed, nothing is made: the build then says what is missing. Problem: `cancelled`.
 */
export async function linkLocalModules(request: LocalModulesRequest): Promise<Result<NodeJS.ProcessEnv>> {
  const { packageDirectory, env, signal } = request;
  const answer = await go(request, packageDirectory, ['env', 'GOWORK', 'GOMOD']);
  const [goWork = '', goMod = ''] = (answer ?? '').split('\n');
  const modFiles = isAbsolute(goMod) ? [goMod] : [];
  let workTwin: string | null = null;
  if (isAbsolute(goWork)) {
    workTwin = await twinOf(request, goWork);
    const { uses, replacements } = await editedFile(request, ['work', 'edit', '-json', goWork]);
    for (const path of [...uses, ...replacements]) await link(request, dirname(goWork), path);
    append(
      modFiles,
      uses.map((path) => join(resolve(dirname(goWork), path), 'go.mod')),
    );
    if (workTwin !== null) await copyWorkspace(request, goWork, workTwin, uses);
  }
  for (const file of new Set(modFiles)) {
    const twin = await twinOf(request, file);
    if (twin === null || !existsSync(twin)) continue;
    const { replacements } = await editedFile(request, ['mod', 'edit', '-json', twin]);
    for (const path of replacements) await link(request, dirname(file), path);
  }
  if (signal.aborted) return fail('cancelled', 'Cancelled.');
  return ok(env.GOWORK !== undefined && workTwin !== null ? { ...env, GOWORK: workTwin } : env);
}

/** The path in or beside the checkout that corresponds to a path of the user's; `null` if there is none. */
function counterpart({ repository, checkout }: LocalModulesRequest, path: string): string | null {
  const twin = join(checkout.top, relative(repository.top, path));
  return isBelow(twin, checkout.folder) ? twin : null;
}

/** The counterpart of a file. The file itself may be missing, in the working tree or at the commit. */
async function twinOf(request: LocalModulesRequest, file: string): Promise<string | null> {
  const folder = await realpath(dirname(file)).catch(() => null);
  return folder === null ? null : counterpart(request, join(folder, basename(file)));
}

/** Copies a `go.work` that the commit does not have, without the modules that did not exist at the commit. */
async function copyWorkspace(
  request: LocalModulesRequest,
  goWork: string,
  twin: string,
  uses: readonly string[],
): Promise<void> {
  if (existsSync(twin)) return;
  await mkdir(dirname(twin), { recursive: true });
  await copyFile(goWork, twin);
  await copyFile(`${goWork}.sum`, `${twin}.sum`).catch(() => undefined);
  const missing: string[] = [];
  for (const path of uses) {
    const module = await twinOf(request, join(resolve(dirname(goWork), path), 'go.mod'));
    if (!isAbsolute(path) && (module === null || !existsSync(module))) missing.push(path);
  }
  if (missing.length === 0) return;
  const drops = missing.map((path) => `-dropuse=${path}`);
  await go(request, dirname(twin), ['work', 'edit', ...drops, twin]);
}

/** Links a module outside the repository: it is the same for the working tree and for the commit. */
async function link(request: LocalModulesRequest, directory: string, path: string): Promise<void> {
  const { top } = request.repository;
  const real = await realpath(resolve(directory, path)).catch(() => null);
  if (isAbsolute(path) || real === null || real === top || isBelow(real, top)) return;
  const twin = counterpart(request, real);
  if (twin === null || existsSync(twin)) return;
  await mkdir(dirname(twin), { recursive: true });
  // On Windows a junction is the only link that needs no privilege. Other systems ignore the kind.
  await symlink(real, twin, 'junction');
}

/** Relative paths of modules, as a go.work or a go.mod has them. */
interface NamedModules {
  readonly uses: readonly string[];
  readonly replacements: readonly string[];
}

const usedModules = validItems(object({ DiskPath: text }));
const replacedModules = validItems(object({ New: object({ Path: text }) }));

/** What `go work edit -json` or `go mod edit -json` prints. */
async function editedFile(request: LocalModulesRequest, args: readonly string[]): Promise<NamedModules> {
  const file = parsedJson((await go(request, request.packageDirectory, args)) ?? '');
  const uses = usedModules(property(file, 'Use')) ?? [];
  const replaced = replacedModules(property(file, 'Replace')) ?? [];
  return {
    uses: uses.map(({ DiskPath }) => DiskPath),
    replacements: replaced.flatMap(({ New }) => (/^\.\.?(?:[\\/]|$)/.test(New.Path) ? New.Path : [])),
  };
}

/** What a go command prints; `null` if it fails. */
async function go(
  { toolchain, env, signal }: LocalModulesRequest,
  directory: string,
  args: readonly string[],
): Promise<string | null> {
  const answer = await captureProcess({ command: toolchain.command, args, directory, env, signal });
  return answer.ok && answer.value.exitCode === 0 ? answer.value.stdout : null;
}
