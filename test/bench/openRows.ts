/** The rows about opening a large profile, compared with Go's own tools. */

import { join } from 'node:path';
import { buildReference } from '../fuzz/reference.ts';
import type { OpenTimes } from './engine.ts';
import { type Finished, finished, pprofTool } from './processes.ts';
import { type ProfileName, profileFile } from './profiles.ts';
import { median } from './statistics.ts';
import { besidePeer, inMegabytes, type Row } from './table.ts';

export interface OpenSizes {
  readonly large: ProfileName;
  readonly half: ProfileName;
  readonly medium: ProfileName;
}

/** The command line as it ships. */
const commandLine = join(import.meta.dirname, '../../dist/cli.js');

/** The medians of one contender. */
interface Measured {
  /** The time in the process, without its start. */
  readonly milliseconds: number;
  readonly wall: number;
  readonly megabytes: number;
}

export async function openRows(engine: string, sizes: OpenSizes, runs: number): Promise<Row[]> {
  const pprof = pprofTool();
  const parse = await buildReference('parse').catch(() => null);
  const large = profileFile(sizes.large);
  const contenders = {
    ours: () => finished(process.execPath, [engine, 'open', large]),
    half: () => finished(process.execPath, [engine, 'open', profileFile(sizes.half)]),
    medium: () => finished(process.execPath, [engine, 'open', profileFile(sizes.medium)]),
    format: () => finished(process.execPath, [engine, 'pprofFormat', profileFile(sizes.medium)]),
    top: () => finished(process.execPath, [commandLine, 'top', large]),
    pprof: pprof === null ? null : () => finished(pprof, ['-symbolize=none', '-top', large]),
    parse: parse === null ? null : () => finished(parse, [large]),
  };
  const { ours, half, medium, format, top, ...goTools } = await inTurn(contenders, runs);
  const pprofTop = 'go tool pprof -top';
  const { pprof: theirs, parse: parsed } = goTools;
  return [
    besidePeer('open a large profile, wall time', ours?.wall, pprofTop, theirs?.wall, 1 / 15),
    besidePeer(
      'top of a large profile, with Node’s start, wall time',
      top?.wall,
      pprofTop,
      theirs?.wall,
      1 / 20,
    ),
    besidePeer('open a large profile', ours?.milliseconds, 'profile.Parse', parsed?.milliseconds, 0.75),
    besidePeer('open, peak memory', ours?.megabytes, pprofTop, theirs?.megabytes, 1 / 2, inMegabytes),
    besidePeer('twice the samples', ours?.milliseconds, 'half the profile', half?.milliseconds, 2.2),
    besidePeer('open a medium profile', medium?.milliseconds, 'pprof-format', format?.milliseconds, 1),
  ];
}

/**
 * Runs every contender once, then all again, and so on, so that other work of the machine slows all of them.
 */
async function inTurn<K extends string>(
  contenders: Readonly<Record<K, (() => Promise<Finished>) | null>>,
  runs: number,
): Promise<Partial<Record<K, Measured>>> {
  const results = new Map<K, Finished[]>();
  for (let i = 0; i < runs; i++) {
    for (const name in contenders) {
      const result = await contenders[name]?.();
      if (result !== undefined) results.set(name, [...(results.get(name) ?? []), result]);
    }
  }
  const measured: Partial<Record<K, Measured>> = {};
  for (const [name, list] of results) {
    measured[name] = {
      milliseconds: median(list.map(ownMilliseconds)),
      wall: median(list.map(({ wallMilliseconds }) => wallMilliseconds)),
      megabytes: median(list.map(({ peakMegabytes }) => peakMegabytes)),
    };
  }
  return measured;
}

/** Our programs measure their own time. Other programs have only their wall time. */
export function ownMilliseconds({ output, wallMilliseconds }: Finished): number {
  if (!output.startsWith('{')) return wallMilliseconds;
  return (JSON.parse(output) as OpenTimes).milliseconds;
}
