/** What a prediction is made of, and judged by: profiles of a benchmark and of production, before and after a change. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TimedLoop } from '../../src/analysis/benchmark/timedLoop.ts';
import type { TimedFile } from '../../src/analysis/benchmark/timedRegion.ts';
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { LinesByCause } from '../../src/analysis/lines/linesByCause.ts';
import type { OperationProfile } from '../../src/analysis/prediction/prediction.ts';
import { withoutTimedValues, withTimedValues } from '../../src/analysis/values/timedValues.ts';
import { list, number, object, parsedJson, type Read, text } from '../../src/base/outsideValues.ts';
import { sentence } from '../../src/base/result.ts';
import { readProfileFile } from '../../src/go/profiles/profileFile.ts';
import type { BenchmarkResult } from '../../src/go/results/benchmarkResult.ts';
import { namedFilesAt } from '../../src/go/sources/namedFiles.ts';
import { findSourceRoots } from '../../src/go/sources/sourceRoots.ts';
import { findTimedFiles } from '../../src/go/sources/timedFiles.ts';
import { answerQuestion, storeQuestion } from '../../src/go/stores/storeQuery.ts';
import { encodeGzipped } from '../../src/pprof/encode.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { edited } from '../edits.ts';
import { done } from '../go/compare/against.ts';
import { goRepository } from '../go/git/repository.ts';
import { installedGo } from '../go/goModule.ts';
import { scanner } from '../go/scan/goScanner.ts';
import { push, type StoreServer } from '../go/stores/storeServers.ts';
import type { ServedChange } from './servedChanges.ts';
import { type ServedLoad, servedInTurns, serviceFiles } from './servedPrograms.ts';

const readBenchmarked = object({
  /** That the profile is of. */
  operations: number,
  /** Of an operation, in nanoseconds, each time that it was measured. */
  times: list(number),
});
const readServed = object({
  requests: number,
  /** Of all requests, in seconds. */
  processorTime: number,
  /** Of each process. */
  parts: list(number),
});
const readInfo = object({
  service: text,
  change: text,
  benchmark: text,
  base: readBenchmarked,
  now: readBenchmarked,
  before: readServed,
  after: readServed,
});

type Info = Read<typeof readInfo>;

export interface PredictedRun extends Info {
  readonly production: Profile;
  readonly productionAfter: Profile;
  readonly baseProfile: OperationProfile;
  readonly nowProfile: OperationProfile;
}

export interface RunSizes {
  /** Of CPU time, for each version of a service. */
  readonly seconds: number;
  readonly benchtime: string;
  readonly count: number;
}

/** Measures a change and writes what was found into a folder. */
export async function recordRun(
  change: ServedChange,
  sizes: RunSizes,
  store: StoreServer,
  folder: string,
): Promise<void> {
  const { service, name, benchmark } = change;
  const { base, now } = await benchmarked(change, sizes);
  const loads = await servedInTurns(service, change, sizes.seconds);
  const [before, after] = loads.map(({ requests, processorTimes }) => ({
    requests,
    processorTime: processorTimes.reduce((sum, each) => sum + each, 0),
    parts: processorTimes,
  }));
  const [production, productionAfter] = await stored(store, `${service}-${name}`, loads);
  const profiles = {
    production,
    'production-after': productionAfter,
    benchmark: base.profile,
    'benchmark-after': now.profile,
  };
  mkdirSync(folder, { recursive: true });
  for (const [file, profile] of Object.entries(profiles))
    writeFileSync(join(folder, `${file}.pb.gz`), encodeGzipped(profile));
  const info = {
    service,
    change: name,
    benchmark,
    base: withoutProfile(base),
    now: withoutProfile(now),
    before,
    after,
  };
  writeFileSync(join(folder, 'info.json'), `${JSON.stringify(info, null, 2)}\n`);
}

/** `null` if the folder has no run. */
export function recordedRun(folder: string): PredictedRun | null {
  const file = join(folder, 'info.json');
  if (!existsSync(file)) return null;
  const info = readInfo(parsedJson(readFileSync(file, 'utf8')));
  if (info === undefined) throw new Error(`${file} is of another version`);
  const opened = (name: string) => {
    const read = readProfile(new Uint8Array(readFileSync(join(folder, `${name}.pb.gz`))));
    if (!read.ok) throw new Error(`${folder}: ${sentence(read.problem)}`);
    return read.value;
  };
  return {
    ...info,
    production: opened('production'),
    productionAfter: opened('production-after'),
    baseProfile: { profile: opened('benchmark'), operations: info.base.operations },
    nowProfile: { profile: opened('benchmark-after'), operations: info.now.operations },
  };
}

interface Benchmarked extends OperationProfile {
  readonly times: readonly number[];
}

function withoutProfile({ operations, times }: Benchmarked): Read<typeof readBenchmarked> {
  return { operations, times };
}

/** The benchmark of a change before and after it, in turns. */
async function benchmarked(
  { service, benchmark, file, edits }: ServedChange,
  { benchtime, count }: RunSizes,
): Promise<{ readonly base: Benchmarked; readonly now: Benchmarked }> {
  const files = serviceFiles(service);
  const repository = goRepository(files);
  const changed = edited(files[file] ?? '', edits);
  repository.write({ [file]: changed });
  try {
    const names = [benchmark];
    const options = { package: 'service', names, kinds: ['cpu'], count, benchtime } as const;
    const compared = await done(repository, options);
    const [older, newer] = [compared.base[0], compared.results[0]];
    if (older === undefined || newer === undefined || compared.problems.length > 0)
      throw new Error(`${benchmark}: ${compared.problems.map(sentence).join(' ')}`);
    const directory = join(repository.directory, 'service');
    const query = { toolchain: await installedGo(), directory, env: process.env, tags: '' };
    const roots = await findSourceRoots(query, {}, namedFilesAt([directory]).exists);
    const textOf = (path: string) => readFileSync(path, 'utf8');
    const opened = (result: BenchmarkResult, text: (path: string) => string) =>
      operationsOf(result, (profile) => findTimedFiles(profile, roots, text, scanner));
    return {
      base: await opened(older, (path) => compared.baseSources.get(path) ?? textOf(path)),
      now: await opened(newer, textOf),
    };
  } finally {
    for (const folder of [repository.output, `${repository.output}-base`])
      rmSync(folder, { recursive: true, force: true });
  }
}

async function operationsOf(
  { name, profiles, measurements }: BenchmarkResult,
  timedFiles: (profile: Profile) => TimedFile[],
): Promise<Benchmarked> {
  const stored = profiles.find(({ kind }) => kind === 'cpu');
  const read = stored === undefined ? null : await readProfileFile(stored.path);
  const whole = read?.ok ? read.value : null;
  const causes = whole && LinesByCause.of(new ProfileCosts(whole), timedFiles(whole), name);
  const loop = causes && TimedLoop.of(withTimedValues(whole, causes.timedRuns));
  if (!loop || stored?.operations == null) throw new Error(`${name}: its loop is not known`);
  return {
    profile: withoutTimedValues(loop.with([])),
    operations: stored.operations,
    times: measurements.map(({ metrics }) => metrics['ns/op'] ?? Number.NaN),
  };
}

/** The profiles of each version as the store merges them. */
async function stored(
  store: StoreServer,
  service: string,
  loads: readonly [before: ServedLoad, after: ServedLoad],
): Promise<readonly [before: Profile, after: Profile]> {
  const answers: Profile[] = [];
  for (const [i, { profiles }] of loads.entries()) {
    const labels = { service_name: service, service_git_ref: `v${i + 1}` };
    await Promise.all(profiles.map((profile) => push(store, { profile, labels })));
    const query = `process_cpu{service_name="${service}", service_git_ref="v${i + 1}"}`;
    const question = storeQuestion(`pyroscope+${store.url}`, { query, since: '30m' }, Date.now());
    if (!question.ok) throw new Error(sentence(question.problem));
    const answered = await answerQuestion(question.value, {});
    if (!answered.ok) throw new Error(sentence(answered.problem));
    answers.push(answered.value.profile);
  }
  return [answers[0]!, answers[1]!];
}
