/**
 * A process that measures what one large input takes: time to read it and to ask about it, and memory. A process of its own,
 * because the memory of a fuzzing thread is that of the whole fuzzer. It serves one input after the other.
 */
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { reportRows } from '../../src/analysis/costs/reportRows.ts';
import { FlameTree } from '../../src/analysis/flame/flameTree.ts';
import { frameTable } from '../../src/analysis/flame/frames.ts';
import { rootFirstStacks } from '../../src/analysis/flame/stacks.ts';
import { indexLines } from '../../src/analysis/lines/lines.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { readProfile } from '../../src/pprof/read.ts';

/** What an input takes. */
export interface Gauged {
  readonly accepted: boolean;
  /** CPU time of reading, and of what a user sees first, in milliseconds. */
  readonly read: number;
  readonly asked: number;
  /** How much memory the process took more than before, at most, in bytes: when it was read, and when it was asked. */
  readonly readMemory: number;
  readonly askedMemory: number;
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The largest memory of the process so far, in bytes. */
function highest(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** What is asked when a profile is opened: the table, the lines, the flame graph. */
function ask(profile: Profile): void {
  const { samples, sampleTypes } = profile;
  const costs = new ProfileCosts(profile);
  reportRows(costs, 0, { granularity: 'functions' });
  const index = indexLines(costs);
  for (const file of index.files.keys()) index.lines(file, 0);
  const frames = frameTable(profile);
  const values = Float64Array.from(
    { length: samples.count },
    (_, sample) => samples.values.approximate[sample * sampleTypes.length]!,
  );
  new FlameTree(frames, rootFirstStacks(profile, frames), values).open(0);
}

process.on('message', (message) => {
  if (!(message instanceof Uint8Array)) return;
  global.gc?.();
  const before = process.memoryUsage.rss();
  // The highest point may be of an earlier input, or of the start.
  const highestBefore = highest();
  const more = () => (highest() > highestBefore ? highest() - before : 0);
  const start = cpu();
  const read = readProfile(message);
  const readEnd = cpu();
  const readMemory = more();
  if (read.ok) ask(read.value);
  const gauged: Gauged = {
    accepted: read.ok,
    read: readEnd - start,
    asked: cpu() - readEnd,
    readMemory,
    askedMemory: more(),
  };
  process.send?.(gauged);
});
