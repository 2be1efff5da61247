import type { Profile } from '../../pprof/profile.ts';
import { codeOrigin } from '../names/codeOrigin.ts';
import { baseName } from '../names/filePaths.ts';
import { packageOf, withoutTypeArguments } from '../names/functionName.ts';
import { chargeOwnLines } from './ownLines.ts';

/** The user's functions in a profile: which share of its total each is charged with, what it calls in libraries included. */
export type OwnShares = ReadonlyMap<string, number>;

/**
 * Charges each sample to its leafmost frame in the user's own code, tests aside, and sums by function. Functions are called
 * by `functionKey`. The shares are of the whole profile, so they add up to less than 1 where code of nobody's runs.
 */
export function ownShares(profile: Profile, sampleType: number): OwnShares {
  const { functions, strings, samples, sampleTypes } = profile;
  const own = new Set<string>();
  for (let func = 0; func < functions.count; func++) {
    const file = strings.get(functions.filename[func]!);
    if (/_test\.go$/.test(file)) continue;
    if (codeOrigin(strings.get(functions.name[func]!), file) === 'own') own.add(file);
  }
  let total = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    total += Math.abs(samples.values.approximate[sample * sampleTypes.length + sampleType] ?? 0);
  }
  const shares = new Map<string, number>();
  if (total === 0) return shares;
  for (const { file, functionName, charge } of chargeOwnLines(profile, sampleType, (name) => own.has(name))) {
    const key = functionKey(functionName, file);
    shares.set(key, (shares.get(key) ?? 0) + charge / total);
  }
  return shares;
}

/**
 * A name for a function that is the same in a program and in a test of it: Go calls the package of a program `main`, and in
 * its tests by its import path. The file's own name stands for the package then. Type arguments are left out: a test has others,
 * and Pyroscope has none.
 */
export function functionKey(functionName: string, file: string): string {
  const plain = withoutTypeArguments(functionName);
  const name = packageOf(plain);
  const inPackage = plain.slice(name === '' ? 0 : name.length + 1);
  return `${baseName(file)} ${inPackage}`;
}

/** A function with a smaller share of a benchmark is not what the benchmark is of. */
const leastShare = 0.01;

/**
 * How much of production a benchmark stands for: the share of production that is charged to those of the user's functions
 * that are charged with at least 1% of what the benchmark is charged with in total. 0 where they share none.
 */
export function standsFor(production: OwnShares, benchmark: OwnShares): number {
  const all = [...benchmark.values()].reduce((sum, share) => sum + share, 0);
  let share = 0;
  for (const [name, own] of benchmark) {
    if (all > 0 && own / all >= leastShare) share += production.get(name) ?? 0;
  }
  return Math.min(1, share);
}
