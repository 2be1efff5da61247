/** Tests that are too short for a CPU profile: most unit tests take some milliseconds, and it has a sample each ten. */
import { sampleCount } from '../../analysis/values/profileFacts.ts';
import type { TopLevelTest } from './testEvents.ts';
import type { TestedPackage } from './testRequest.ts';

/** With fewer samples a CPU profile says too little about single lines. */
const fewestSamples = 20;
/** Seconds that repeated tests should take: about a hundred samples. */
const goodTime = 1;
/** Repeated tests that wait, or run on a busy machine, take no longer than this, in seconds. */
const longestRepeated = 5;
/** So many samples tell roughly how much CPU time a run takes. */
const tellingSamples = 5;
/** Seconds of CPU time that a sample stands for: runtime/pprof takes a hundred a second. */
const period = 0.01;
const mostRepetitions = 10_000;

/**
 * How often these tests have to run for a CPU profile that says something: 2, 5, 10, 20 and so on, so that two runs of a
 * test that has hardly changed are repeated equally often. `null` if they have enough samples, have failed, or wait.
 */
export function repetitions(packages: readonly TestedPackage[]): number | null {
  const cpu = packages.flatMap(({ profiles }) => profiles.filter(({ kind }) => kind === 'cpu'));
  const samples = cpu.reduce((sum, { profile }) => sum + (sampleCount(profile) ?? 0), 0);
  const ran = packages.flatMap(({ tests }) => tests.filter((test) => test.outcome === 'pass'));
  const seconds = ran.reduce((sum, test) => sum + longest(test), 0);
  const runs = ran.reduce((most, test) => Math.max(most, test.runs), 0);
  if (packages.some(({ outcome }) => outcome !== 'pass') || samples >= fewestSamples || runs === 0)
    return null;
  // On a busy machine, and where tests wait, the time that passed is no measure of how much they compute.
  const computed = samples >= tellingSamples ? samples * period : seconds;
  const wanted = roundNumber((runs * goodTime) / Math.max(computed, 1e-6));
  const affordable = (runs * longestRepeated * packages.length) / Math.max(seconds, 1e-6);
  const count = Math.min(mostRepetitions, wanted > affordable ? roundNumber(affordable / 2.5) : wanted);
  return count > runs && count <= affordable ? count : null;
}

/** Go counts no time for a test while its parallel subtests run. */
export function longest({ seconds, subtests }: Pick<TopLevelTest, 'seconds' | 'subtests'>): number {
  return subtests.reduce((most, each) => Math.max(most, each.seconds), seconds);
}

/** The next of 1, 2, 5, 10, 20, 50... */
function roundNumber(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= least) ?? 1;
}
