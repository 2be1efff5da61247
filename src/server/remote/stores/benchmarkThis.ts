/** The benchmarks that reach a function of production: those whose profiles have it, else those of its package. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { locationsWith } from '../../../analysis/costs/markedCode.ts';
import { functionKey } from '../../../analysis/lines/standsFor.ts';
import { shortFunctionName } from '../../../analysis/names/functionName.ts';
import { shareLabel } from '../../../analysis/values/operationCost.ts';
import { fail } from '../../../base/result.ts';
import { readProfileFile } from '../../../go/profiles/profileFile.ts';
import type { BenchmarkResult } from '../../../go/results/benchmarkResult.ts';
import type { GoScanner } from '../../../go/scan/scan.ts';
import { readRegularFile } from '../../../go/sources/regularFile.ts';
import type { Profile } from '../../../pprof/profile.ts';
import type { BenchmarkAddress } from '../../../protocol.ts';
import { benchmarkAddress } from '../../client/lspTerms.ts';
import type { Services } from '../../services/services.ts';

/** Where benchmarks are looked for. */
interface KnownBenchmarks {
  readonly scanner: Services['scanner'];
  /** The latest results of all benchmarks. */
  readonly results: readonly BenchmarkResult[];
  /** The shown profile of production. */
  readonly production: Profile | null;
  readonly maxBytes: number;
}

export interface FunctionsOfFile {
  /** As a profile names them. */
  readonly functionNames: readonly string[];
  /** On this machine. */
  readonly file: string;
}

/** A benchmark that may reach the function. */
interface Reaching {
  readonly target: BenchmarkAddress;
  /** The function's share of the benchmark's CPU time; `null` where it was not measured. */
  readonly share: number | null;
}

/** So many profiles are read to look for the function. */
const mostProfiles = 60;

/**
 * The benchmarks that reach a function, those that spend most of their time in it first; then those of its package that were
 * never profiled.
 */
export async function benchmarksReaching(
  { functionNames, file }: FunctionsOfFile,
  { scanner, results, production, maxBytes }: KnownBenchmarks,
): Promise<Reaching[]> {
  const wanted = new Set(functionNames.map((name) => functionKey(name, file)));
  const found: Reaching[] = [];
  const profiled = new Set<string>();
  for (const result of results.slice(0, mostProfiles)) {
    const cpu = result.profiles.find(({ kind }) => kind === 'cpu');
    if (cpu === undefined) continue;
    const read = await readProfileFile(cpu.path, { maxBytes, mayRun: false });
    if (!read.ok || read.value === null) continue;
    profiled.add(`${result.directory} ${result.name}`);
    const share = shareOf(read.value, wanted);
    if (share > 0) found.push({ target: benchmarkAddress(result.directory, result.name), share });
  }
  found.sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
  const folder = path.dirname(file);
  const others = namesIn(folder, await scanner()).filter((name) => !profiled.has(`${folder} ${name}`));
  const callers = production === null ? new Map<string, number>() : callerNames(production, wanted);
  const named = [...functionNames.map((name) => [lastName(name), Infinity] as const), ...callers];
  const rank = (name: string) => {
    const costs = named.flatMap(([part, cost]) => (name.toLowerCase().includes(part) ? cost : []));
    return costs.reduce((most, cost) => Math.max(most, cost), 0);
  };
  const ordered = others
    .map((name) => ({ name, rank: rank(name) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank));
  return [...found, ...ordered.map(({ name }) => ({ target: benchmarkAddress(folder, name), share: null }))];
}

/** `get` for `btree.(*Tree).Get`: what benchmarks are called after. */
function lastName(functionName: string): string {
  const parts = shortFunctionName(functionName)
    .split('.')
    .filter((part) => !/^func\d+$/.test(part));
  return (parts.at(-1) ?? '').replace(/\W+$/, '').toLowerCase() || '\n';
}

/** Shorter names are in too many others. */
const leastLength = 3;

/** By row of the line columns: 1 for frames of these functions, which are called by `functionKey`. */
function rowsOf({ functions, strings, locations }: Profile, wanted: ReadonlySet<string>): Uint8Array {
  const isWanted = Array.from({ length: functions.count }, (_, func) =>
    wanted.has(functionKey(strings.get(functions.name[func]!), strings.get(functions.filename[func]!))),
  );
  return Uint8Array.from(locations.lineFunction, (func) => Number(isWanted[func]));
}

/** What the functions are called from in production, by `lastName`, with the samples that came that way. */
function callerNames(production: Profile, wanted: ReadonlySet<string>): Map<string, number> {
  const { functions, strings, samples, locations } = production;
  const short = Array.from({ length: functions.count }, (_, func) =>
    lastName(strings.get(functions.name[func]!)),
  );
  const isWanted = rowsOf(production, wanted);
  const { approximate } = samples.values;
  const types = production.sampleTypes.length;
  const found = new Map<string, number>();
  for (let sample = 0; sample < samples.count; sample++) {
    const above = new Set<string>();
    let isReached = false;
    for (let at = samples.locationStart[sample]!; at < samples.locationStart[sample + 1]!; at++) {
      const location = samples.locations[at]!;
      for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
        const name = short[locations.lineFunction[row]!]!;
        if (isReached && name.length >= leastLength) above.add(name);
        isReached ||= isWanted[row] === 1;
      }
    }
    const value = Math.abs(approximate[(sample + 1) * types - 1]!);
    for (const name of above) found.set(name, (found.get(name) ?? 0) + value);
  }
  return found;
}

/** The largest share of a benchmark's CPU time that one of the functions has, called functions included. */
function shareOf(profile: Profile, wanted: ReadonlySet<string>): number {
  const { samples, sampleTypes } = profile;
  const type = sampleTypes.findIndex((each) => each.type === 'cpu');
  if (type === -1) return 0;
  const isReached = locationsWith(profile, rowsOf(profile, wanted));
  let [total, reaching] = [0, 0];
  for (let sample = 0; sample < samples.count; sample++) {
    const value = samples.values.approximate[sample * sampleTypes.length + type]!;
    const stack = samples.locations.subarray(
      samples.locationStart[sample],
      samples.locationStart[sample + 1],
    );
    total += value;
    if (stack.some((location) => isReached[location] === 1)) reaching += value;
  }
  return total === 0 ? 0 : reaching / total;
}

/** The benchmarks in the test files of a folder. */
function namesIn(folder: string, scanner: GoScanner): string[] {
  let files: string[];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith('_test.go'));
  } catch {
    return [];
  }
  return files.flatMap((name) => {
    const read = readRegularFile(path.join(folder, name));
    return read.ok
      ? scanner
          .scan(read.value.text)
          .benchmarks.flatMap(({ name: found }) => (found.includes('/') ? [] : [found]))
      : [];
  });
}

/** Lets the user choose one of the benchmarks that reach a function. `null`: given up, or there is none, which a message says. */
export async function chooseBenchmark(
  asked: FunctionsOfFile,
  { ask, messages, scanner, results, sessions, settings }: Services,
): Promise<BenchmarkAddress | null> {
  const { maxProfileBytes: maxBytes } = (await settings.general()).lens;
  const { activeSession: shown } = sessions;
  const production = shown?.production === undefined ? null : shown.profile;
  const reaching = await benchmarksReaching(asked, {
    scanner,
    results: results.latest,
    production,
    maxBytes,
  });
  const [name = ''] = asked.functionNames;
  const short = shortFunctionName(name);
  if (reaching.length === 0) {
    const sentence =
      'No benchmark reaches {0}: none that was profiled calls it, and its package has none. Write one in {1}.';
    messages.problem(fail('no-benchmark', sentence, [short, path.dirname(asked.file)]).problem, 'warning');
    return null;
  }
  const chosen = await ask.choose({
    title: l10n.t('Benchmark {0}', short),
    placeholder: l10n.t('Which benchmark?'),
    items: reaching.map(({ target, share }, i) => ({
      id: String(i),
      label: target.benchmark ?? '',
      description:
        share === null
          ? l10n.t('in the same package, not profiled yet')
          : l10n.t('spends {0} of its CPU time there', shareLabel(share)),
      icon: 'play',
    })),
  });
  return chosen === null ? null : (reaching[Number(chosen)]?.target ?? null);
}
