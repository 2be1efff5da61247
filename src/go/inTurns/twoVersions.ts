/** A program in two versions, both built so that they say what they have used: the working tree, and a commit or the same without PGO. */
import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Problem, type Result, sentence } from '../../base/result.ts';
import type { GoSettings } from '../build/goBuild.ts';
import { codeHash } from '../build/testBinary.ts';
import { withCheckout } from '../git/checkout.ts';
import { linkLocalModules } from '../git/localModules.ts';
import { findRepository, inCheckout, type Repository, resolveRef } from '../git/repository.ts';
import { buildProgram } from '../programs/buildProgram.ts';
import type { CountsBy } from '../programs/counter.ts';
import { findProgram, type Program, type ProgramQuery } from '../programs/findProgram.ts';
import type { GoScanner } from '../scan/scan.ts';
import { isBelow } from '../sources/sourceRoots.ts';
import { temporaryRoot } from '../toolchain/ownFolders.ts';
import { minorVersion } from '../toolchain/toolchain.ts';

/** What the working tree is compared with: a commit, or itself without the profile that it is optimised by. */
export type Against =
  | { readonly ref: string }
  | {
      /** As `go build -pgo` takes it, by its whole path, or `auto`. */
      readonly pgo: string;
    };

export interface VersionsRequest extends ProgramQuery {
  readonly against: Against;
  readonly counts: CountsBy;
  readonly scanner: GoScanner;
  /** An existing folder, for what is built. */
  readonly folder: string;
  readonly signal: AbortSignal;
  progress(message: string): void;
}

/** One of the two. */
export interface BuiltVersion {
  /** For the user: `main (1a2b3c4)`. */
  readonly title: string;
  readonly program: Program;
  /** In the linker's usual layout, and with the recorder of profiles. */
  readonly binary: string;
  readonly codeHash: string | null;
  /** What built it. */
  readonly go: Pick<GoSettings, 'toolchain' | 'env'>;
  /** Where its sources were, and where the user has these files; `null` if they are the user's. */
  readonly moved: { readonly from: string; readonly to: string } | null;
  /** Links it once more, the functions in the order of a seed. The file is in the place of the one before. */
  link(seed: number): Promise<Result<string>>;
}

export interface TwoVersions {
  readonly now: BuiltVersion;
  readonly base: BuiltVersion;
  /** What differs from what was asked for. */
  readonly problems: readonly Problem[];
}

/**
 * Builds both, calls `work`, and returns when no checkout is left. Problems: those of `findProgram`, `buildProgram`,
 * `findRepository`, `resolveRef`, `withCheckout`, `ref-build-failed`; those of `work`.
 */
export async function withTwoVersions<T>(
  request: VersionsRequest,
  work: (versions: TwoVersions) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { directory, env, signal, against } = request;
  if ('pgo' in against) return withoutPgo(request, against.pgo, work);
  const { ref } = against;
  const repository = await findRepository(directory, env, signal);
  if (!repository.ok) return repository;
  const commit = await resolveRef(repository.value, ref, signal);
  if (!commit.ok) return commit;
  // The working tree is built first: it is being worked on, so it is more likely not to build.
  const now = await buildVersion(request, { title: l10n.t('working tree'), side: 'now', moved: null });
  if (!now.ok) return now;
  const { title } = commit.value;
  const checkedOut = { repository: repository.value, ref: commit.value, temporaryDirectory: temporaryRoot() };
  return withCheckout(checkedOut, signal, async (checkout) => {
    const { top, prefix } = repository.value;
    const linked = await linkLocalModules({
      ...request,
      packageDirectory: directory,
      repository: repository.value,
      checkout,
    });
    if (!linked.ok) return linked;
    const moved = { from: checkout.top, to: top };
    const there = {
      ...request,
      env: linked.value,
      directory: inCheckout(checkout.top, prefix),
      patterns: request.patterns.map((pattern) => inThe(checkout.top, pattern, repository.value)),
    };
    const base = await buildVersion(there, { title, side: 'base', moved });
    if (base.ok) return work({ now: now.value, base: base.value, problems: checkout.problems });
    if (['cancelled', 'cannot-start'].includes(base.problem.code)) return base;
    return fail('ref-build-failed', 'At {0}: {1}', [title, sentence(base.problem)], base.problem.details);
  });
}

async function withoutPgo<T>(
  request: VersionsRequest,
  pgo: string,
  work: (versions: TwoVersions) => Promise<Result<T>>,
): Promise<Result<T>> {
  const now = await buildVersion(request, {
    title: l10n.t('working tree'),
    side: 'now',
    moved: null,
    flags: [`-pgo=${pgo}`],
  });
  if (!now.ok) return now;
  const title = l10n.t('the same without PGO');
  const base = await buildVersion(request, { title, side: 'base', moved: null, flags: ['-pgo=off'] });
  return base.ok ? work({ now: now.value, base: base.value, problems: [] }) : base;
}

/** A package that is named by its whole path, in the checkout. */
function inThe(checkoutTop: string, pattern: string, { top }: Repository): string {
  return isAbsolute(pattern) && isBelow(pattern, top) ? join(checkoutTop, relative(top, pattern)) : pattern;
}

async function buildVersion(
  request: VersionsRequest,
  {
    title,
    side,
    moved,
    flags = [],
  }: Pick<BuiltVersion, 'title' | 'moved'> & { readonly side: string; readonly flags?: readonly string[] },
): Promise<Result<BuiltVersion>> {
  const { env, counts, signal, scanner, progress } = request;
  progress(l10n.t('Building: {0}', title));
  const program = await findProgram(request, scanner);
  if (!program.ok) return program;
  const folder = join(request.folder, side);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ending = process.platform === 'win32' ? '.exe' : '';
  const build = async (name: string, linkerFlags: string): Promise<Result<string>> => {
    const binary = join(folder, name + ending);
    const built = await buildProgram({
      ...request,
      flags: [...request.flags, ...flags],
      program: program.value,
      withRecorder: true,
      counts,
      linkerFlags,
      folder,
      binary,
      signal,
      output: () => undefined,
    });
    return built.ok ? ok(binary) : built;
  };
  const binary = await build('program', '');
  if (!binary.ok) return binary;
  return ok({
    title,
    program: program.value,
    binary: binary.value,
    codeHash: await codeHash(binary.value, env),
    go: { toolchain: request.toolchain, env },
    moved,
    async link(seed) {
      await rm(join(folder, `layout${ending}`), { force: true });
      return build('layout', layoutFlags(seed, request.toolchain.version));
    },
  });
}

/** Go's linker can align functions since then. */
const firstWithAlignment = 25;
/** A line of the processor's cache, in bytes. */
const lineOfCache = 64;

/**
 * The functions in another order, and each begins where a line of the cache does: by default, the edit of one moves half of all the
 * others to the middle of a line, where a loop takes up to a tenth more or less time. Of an unchanged server, two layouts differ by 6.7%
 * in the usual case, and by 2% so, which is what two processes of one binary differ by. Without debug information the link takes half
 * the time and space, and nothing is profiled in such a binary.
 */
function layoutFlags(seed: number, version: string): string {
  const aligned = minorVersion(version) >= firstWithAlignment ? ` -funcalign=${lineOfCache}` : '';
  return `-s -w -randlayout=${seed}${aligned}`;
}

/** The binaries of a turn, the base's first, and why they are in the linker's usual layout, if they are. */
export interface TurnBinaries {
  readonly binaries: readonly [base: string, now: string];
  readonly problem: Problem | null;
}

/**
 * Another layout for each turn: where the linker puts a function makes it faster or slower, and that must not look like the
 * code's doing. Problem: `cancelled`.
 */
export async function nextLayouts(
  { now, base }: TwoVersions,
  signal: AbortSignal,
): Promise<Result<TurnBinaries>> {
  const usual: TurnBinaries['binaries'] = [base.binary, now.binary];
  if (base.codeHash !== null && base.codeHash === now.codeHash) return ok({ binaries: usual, problem: null });
  // Fixed seeds would give the same layouts each time, and a comparison that is repeated must not repeat its accidents.
  const seed = randomInt(1, 2 ** 31);
  const older = await base.link(seed);
  const newer = older.ok ? await now.link(seed) : older;
  if (signal.aborted) return fail('cancelled', 'Cancelled.');
  if (older.ok && newer.ok) return ok({ binaries: [older.value, newer.value], problem: null });
  const template =
    'This Go cannot link the program in several layouts, so it was measured in one, which alone can make a few percent.';
  return ok({ binaries: usual, problem: fail('no-layouts', template).problem });
}
