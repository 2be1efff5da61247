/**
 * Links both versions of a comparison several times, each time with the functions in another order at random
 * (`-randlayout` of Go's linker). Only the link is repeated: the compiler's work is in the go command's cache.
 */
import { randomInt } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { withLinkerFlags } from '../toolchain/flags.ts';
import { makeOwnFolder } from '../toolchain/ownFolders.ts';
import { buildForBatches } from './batchTesting.ts';
import { type Build, binaryRequest, type Layout } from './build.ts';
import { haveSameCode } from './identity.ts';

/** With fewer measurements of each layout, it is not known how much they differ by themselves. */
const fewestOfEach = 2;

/** What one layout says is checked in so many. */
export const layoutsOfCheck = 12;

/** How often a benchmark is measured over so many layouts: at least `count` times, and each layout as often. */
export function countOverLayouts(count: number, layouts: number): number {
  return layouts === 0 ? count : layouts * Math.max(fewestOfEach, Math.ceil(count / layouts));
}

/** Both versions, with layouts if they have been linked. */
export interface LaidOut {
  readonly now: Build;
  readonly base: Build;
  /** Why there are no layouts. */
  readonly problems: readonly Problem[];
}

/**
 * Gives both versions as many layouts as their request asks for, in place of those that they have. Without layouts if
 * none are asked for, if both have the same machine code, and if the linker refuses, which is among the `problems`.
 * Problem of the `Result`: `cancelled`.
 */
export async function withLayouts(now: Build, base: Build): Promise<Result<LaidOut>> {
  const { layouts: asked = 0, count } = now.request;
  if (asked === 0 || now.folder === null || base.folder === null || (await haveSameCode(now, base))) {
    return ok({ now, base, problems: [] });
  }
  await removeLayouts(now);
  await removeLayouts(base);
  now.steps.add(asked);
  const ofNow: Layout[] = [];
  const ofBase: Layout[] = [];
  for (let i = 1; i <= asked; i++) {
    now.steps.build(l10n.t('Linking layout {0} of {1}', i, asked));
    // Fixed seeds would give the same layouts each time, and a comparison that is repeated must not repeat its accidents.
    const seed = randomInt(1, 2 ** 31);
    const linked = await Promise.all([link(base, base.folder, seed), link(now, now.folder, seed)]);
    for (const [i, layout] of linked.entries()) if (layout.ok) (i === 0 ? ofBase : ofNow).push(layout.value);
    const refused = linked.find((each) => !each.ok);
    if (refused === undefined || refused.ok) continue;
    if (now.control.signal.aborted) return fail('cancelled', 'Cancelled.');
    await removeLayouts({ ...base, layouts: ofBase });
    await removeLayouts({ ...now, layouts: ofNow });
    return ok({ now, base, problems: [refusal(refused.problem)] });
  }
  const request = { count: countOverLayouts(count, asked) };
  return ok({
    now: { ...now, request: { ...now.request, ...request }, layouts: ofNow },
    base: { ...base, request: { ...base.request, ...request }, layouts: ofBase },
    problems: [],
  });
}

async function removeLayouts({ layouts = [], written }: Build): Promise<void> {
  for (const { folder } of layouts) await written.remove(folder);
}

async function link(build: Build, around: string, seed: number): Promise<Result<Layout>> {
  const folder = makeOwnFolder('layout-', around);
  const request = binaryRequest(build, folder);
  // Without debug information, as `go test` links: that takes half the time and space, and nothing is profiled here.
  const ours = `-s -w -randlayout=${seed}`;
  const flags = withLinkerFlags(request.flags, request.toolchain.goflags, ours);
  const binary = await buildForBatches({ ...request, flags }, build.laidOver);
  if (binary.ok) return ok({ seed, folder, binary: binary.value });
  await build.written.remove(folder);
  return binary;
}

function refusal(problem: Problem): Problem {
  const lines = (problem.details ?? '').split('\n');
  const why =
    lines.find((line) => /flag|randlayout|link/.test(line))?.trim() ??
    l10n.t('{0} failed without a message', 'go test -c');
  return fail(
    'no-layouts',
    'This Go cannot link the benchmark in several layouts, so it was measured in one: {0}',
    [why],
    problem.details,
  ).problem;
}
