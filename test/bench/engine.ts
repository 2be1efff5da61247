/**
 * The program that is measured. It is bundled as in the package, and runs as a process of its own:
 *
 *   engine.cjs open FILE        opens a profile once, from a cold start
 *   engine.cjs questions FILE   opens a profile, then asks the questions of an editor
 *   engine.cjs warm FILE        opens a small profile again and again
 *   engine.cjs tree FILE        the whole call tree, from the bytes
 *   engine.cjs pprofFormat FILE decodes a profile with the npm package pprof-format
 *
 * Prints one JSON object of milliseconds (see the answers below).
 */

import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Profile as PprofFormatProfile } from 'pprof-format';
import { callTree } from '../../src/analysis/callTree/callTree.ts';
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { reportRows } from '../../src/analysis/costs/reportRows.ts';
import { applyFilters } from '../../src/analysis/filters/filters.ts';
import { searchFrames } from '../../src/analysis/flame/flameSearch.ts';
import { frameTable } from '../../src/analysis/flame/frames.ts';
import { indexLines, type LineIndex } from '../../src/analysis/lines/lines.ts';
import { defaultSampleType } from '../../src/analysis/values/sampleType.ts';
import { weightsOf } from '../../src/analysis/values/weights.ts';
import { nodeGunzip } from '../../src/go/profiles/inflate.ts';
import { readProfileFile } from '../../src/go/profiles/profileFile.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { succeeded } from '../why.ts';
import { median } from './statistics.ts';

export interface OpenTimes {
  readonly milliseconds: number;
}

export interface QuestionTimes {
  readonly switchType: number;
  readonly focus: number;
  readonly search: number;
  /** Median of the files. */
  readonly oneFile: number;
  /** The file with the most lines that have costs, and how many these are. */
  readonly largestFile: number;
  readonly largestFileLines: number;
}

const rounds = 7;

async function opened(file: string): Promise<Profile> {
  const profile = succeeded(await readProfileFile(file));
  if (profile === null) throw new Error('the file is empty');
  return profile;
}

/** Flat and cum by function and by line. */
function answer(costs: ProfileCosts, sampleType: number): LineIndex {
  reportRows(costs, sampleType);
  const lines = indexLines(costs);
  lines.lines(0, sampleType);
  return lines;
}

/** Milliseconds that `run` takes, once. */
function timed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function repeated(run: () => void): number {
  return median(Array.from({ length: rounds }, () => timed(run)));
}

async function open(file: string): Promise<OpenTimes> {
  const start = performance.now();
  const profile = await opened(file);
  answer(new ProfileCosts(profile), defaultSampleType(profile));
  return { milliseconds: performance.now() - start };
}

async function questions(file: string): Promise<QuestionTimes> {
  const profile = await opened(file);
  const type = defaultSampleType(profile);
  const costs = new ProfileCosts(profile);
  const lines = answer(costs, type);
  const other = (type + 1) % profile.sampleTypes.length;
  const frames = frameTable(profile);
  const { approximate } = profile.samples.values;
  const types = profile.sampleTypes.length;
  const values = Float64Array.from(
    { length: profile.samples.count },
    (_, s) => approximate[s * types + type]!,
  );
  const name = profile.strings.get(profile.functions.name[0]!).slice(-8);
  const perFile = lines.files.map((_, file) => timed(() => lines.lines(file, type)));
  return {
    switchType: median(
      Array.from({ length: rounds }, () => {
        // Sums are kept, so every round needs its own profile.
        const fresh = costs.of(withUnlikeType(profile, other));
        answer(fresh, type);
        return timed(() => answer(fresh, other));
      }),
    ),
    focus: repeated(() => {
      const focused = succeeded(applyFilters(profile, { focus: 'Type7' }, new Map()));
      answer(costs.of(focused.profile), type);
    }),
    search: repeated(() => searchFrames(profile, frames, values, (text) => text.includes(name))),
    oneFile: median(perFile),
    ...largestFile(profile, type),
  };
}

/**
 * The profile with other values of one sample type. In a CPU profile, nanoseconds are a multiple of the counts, which
 * saves a pass over the samples. In a heap profile, bytes are not a multiple of the objects.
 */
function withUnlikeType(profile: Profile, sampleType: number): Profile {
  const { samples, sampleTypes } = profile;
  const approximate = samples.values.approximate.slice();
  for (let sample = 0; sample < samples.count; sample++) {
    approximate[sample * sampleTypes.length + sampleType] = 1 + (sample % 1000);
  }
  return { ...profile, samples: { ...samples, values: { approximate, exact: null } } };
}

function largestFile(
  profile: Profile,
  type: number,
): Pick<QuestionTimes, 'largestFile' | 'largestFileLines'> {
  let largestFileLines = 0;
  const times = Array.from({ length: rounds }, () => {
    const lines = indexLines(new ProfileCosts(profile));
    // The first question computes the sums of all files.
    lines.lines(-1, type);
    let slowest = 0;
    for (const file of lines.files.keys()) {
      const took = timed(() => {
        largestFileLines = Math.max(largestFileLines, lines.lines(file, type).length);
      });
      slowest = Math.max(slowest, took);
    }
    return slowest;
  });
  return { largestFile: median(times), largestFileLines };
}

/** From bytes to the annotations of every file, with code that has run before. */
async function warm(file: string): Promise<OpenTimes> {
  const bytes = await readFile(file);
  const once = () => {
    const profile = succeeded(readProfile(bytes, { gunzip: nodeGunzip }));
    const lines = answer(new ProfileCosts(profile), defaultSampleType(profile));
    for (const file of lines.files.keys()) lines.lines(file, defaultSampleType(profile));
  };
  for (let i = 0; i < 20; i++) once();
  return { milliseconds: repeated(once) };
}

async function tree(file: string): Promise<OpenTimes> {
  const start = performance.now();
  const profile = await opened(file);
  const built = callTree(
    profile,
    new ProfileCosts(profile).nodes(),
    weightsOf(profile, defaultSampleType(profile)),
  );
  if (built.count === 0) throw new Error('no tree');
  return { milliseconds: performance.now() - start };
}

async function pprofFormat(file: string): Promise<OpenTimes> {
  const bytes = await readFile(file);
  return { milliseconds: timed(() => PprofFormatProfile.decode(gunzipSync(bytes))) };
}

const commands: Readonly<Record<string, (file: string) => Promise<OpenTimes | QuestionTimes>>> = {
  open,
  questions,
  warm,
  tree,
  pprofFormat,
};
const [command = '', file = ''] = process.argv.slice(2);
const run = commands[command];
if (run === undefined) throw new Error(`no command ${command}`);
run(file).then((answer) => console.log(JSON.stringify(answer)));
