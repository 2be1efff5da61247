/** `pprof-lens compare-store`: two versions, or two times, of a store of production profiles, as far as the samples bear it. */
import * as l10n from '@vscode/l10n';
import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { functionChanges } from '../../analysis/difference/functionChanges.ts';
import { defaultSampleType, findSampleType } from '../../analysis/values/sampleType.ts';
import { total } from '../../analysis/values/total.ts';
import { joinedAt } from '../../analysis/values/weights.ts';
import { aligned } from '../../base/aligned.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import { passVariation } from '../../bench/verdicts/passSpeed.ts';
import { shownSource } from '../../go/profiles/fetchAddress.ts';
import type { CheckedPrediction } from '../../go/results/keptPredictions.ts';
import { narrowed, versionLabel } from '../../go/stores/store.ts';
import { isStoreUrl } from '../../go/stores/storeKinds.ts';
import type { StoreQuestion } from '../../go/stores/storeQuery.ts';
import { timeRange } from '../../go/stores/timeRange.ts';
import { projectRuns } from '../../go/toolchain/cacheFolder.ts';
import type { Profile } from '../../pprof/profile.ts';
import { interruptible } from '../terminal/interruptible.ts';
import {
  flag,
  type OptionValues,
  optionsText,
  outputOption,
  readOptions,
  text,
  usually,
  whole,
  wrong,
} from '../terminal/options.ts';
import { command, complain, deliver, failWith, translated } from '../terminal/output.ts';
import { type AskedSide, checkedJson, checkedText, releasePredictions } from './releasePredictions.ts';
import {
  askShowingTime,
  limitsOf,
  questionOf,
  readingOptions,
  storeOptions,
  storeOptionsText,
} from './storeSource.ts';

const { seconds: _, header: __, ...ofStores } = readingOptions;

const compareStoreOptions = {
  dir: text('DIR', 'where runs are kept, if not where bench --save keeps them; also PPROF_LENS_DIR'),
  store: text('ADDRESS', 'the store; A and B are then versions, or times: now-2h..now-1h'),
  nodecount: usually(20, whole('N', 'at most N functions, 0 for all')),
  json: usually(false, flag('one JSON document')),
  output: outputOption('write there instead of to standard output'),
  'sample-index': text('TYPE|N', "which sample type; by default the profile's own choice, else the last"),
  ...ofStores,
  ...storeOptions,
};

type CompareStoreOptions = OptionValues<typeof compareStoreOptions>;

/** Not translated: option names and this text belong together. */
const compareStoreUsage = `usage: pprof-lens compare-store [options] A B

Compares two profiles of production function by function: A before, B now. Requests differ in number, so what
is compared is each function's share of all. A share is called changed only if the samples of both bear it.
  pprof-lens compare-store --store=pyroscope+http://127.0.0.1:4040 --query='{service_name="shop"}' v1 v2
A and B can also be whole questions: 'pyroscope+http://HOST/?query=...&start=now-2h&end=now-1h'.
Below it stands what was predicted (bench --production, the editor) beside what was measured: of each benchmark
the newest prediction from before the first sample of B, and how old it was then.

${optionsText({ store: compareStoreOptions.store, dir: compareStoreOptions.dir, nodecount: compareStoreOptions.nodecount, json: compareStoreOptions.json, output: compareStoreOptions.output, 'sample-index': compareStoreOptions['sample-index'], ...ofStores })}
${storeOptionsText}`;

export const compareStoreCommand = command(compareStoreUsage, readArguments, async ({ options, names }) => {
  const read = await interruptible(async (signal) => {
    const both = await readBoth(names, options, signal);
    return both.ok ? ok({ both: both.value, checked: await checkedOf(both.value, options, signal) }) : both;
  });
  if (!read.ok) return failWith(read.problem);
  const { both, checked } = read.value;
  const compared = compare([both[0].profile, both[1].profile], options);
  if (!compared.ok) return failWith(compared.problem);
  const written = options.json
    ? `${JSON.stringify({ ...documentOf(compared.value, names), predictions: checkedJson(checked) }, null, 1)}\n`
    : [tableOf(compared.value, options.nodecount), checkedText(checked)]
        .filter((part) => part !== '')
        .join('\n');
  return deliver(written, options.output);
});

/** What cannot be found out of predictions is said; the comparison is there all the same. */
async function checkedOf(
  both: readonly [AskedSide, AskedSide],
  options: CompareStoreOptions,
  signal: AbortSignal,
): Promise<readonly CheckedPrediction[]> {
  const dir = options.dir ?? (process.env.PPROF_LENS_DIR || projectRuns(process.cwd(), process.env));
  const checked = await releasePredictions(both, dir, limitsOf(options, signal));
  if (checked.ok) return checked.value;
  complain(translated(checked.problem));
  return [];
}

type Names = readonly [base: string, now: string];

function readArguments(
  argv: readonly string[],
): Result<{ readonly options: CompareStoreOptions; readonly names: Names }> {
  const given = readOptions(argv, compareStoreOptions);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  const [base, now, ...others] = rest;
  if (base === undefined || now === undefined || others.length > 0)
    return wrong('Name two versions, times or questions.');
  if (options.store !== undefined && !isStoreUrl(options.store)) {
    return wrong('--store takes the address of a store, such as pyroscope+http://127.0.0.1:4040.');
  }
  const bare = [base, now].find((each) => options.store === undefined && !isStoreUrl(each));
  return bare === undefined
    ? ok({ options, names: [base, now] })
    : wrong('{0} is a version or a time of which store? Say it with --store=ADDRESS.', bare);
}

async function readBoth(
  names: Names,
  options: CompareStoreOptions,
  signal: AbortSignal,
): Promise<Result<readonly [AskedSide, AskedSide]>> {
  const sides: AskedSide[] = [];
  for (const name of names) {
    const question = await questionNamed(name, options, signal);
    if (!question.ok) return question;
    const answered = await askShowingTime(question.value, options, signal);
    if (!answered.ok) return answered;
    sides.push({ ...answered.value, store: question.value.store });
  }
  const [base, now] = sides;
  return base === undefined || now === undefined ? fail('cancelled', 'Cancelled.') : ok([base, now]);
}

/** What a version, a time or a whole question asks. */
async function questionNamed(
  name: string,
  options: CompareStoreOptions,
  signal: AbortSignal,
): Promise<Result<StoreQuestion>> {
  if (isStoreUrl(name)) return questionOf(name, options);
  const question = questionOf(options.store ?? '', options);
  if (!question.ok) return question;
  const { store, selector, range } = question.value;
  const [, start, end] = /^(.+)\.\.(.+)$/.exec(name) ?? [];
  if (start !== undefined && end !== undefined) {
    const span = timeRange({ start, end }, Date.now());
    return span.ok ? ok({ ...question.value, range: span.value }) : span;
  }
  const labels = await store.labelNames(range, limitsOf(options, signal));
  if (!labels.ok) return labels;
  const label = versionLabel(labels.value);
  if (label !== null) return ok({ ...question.value, selector: narrowed(selector, label, name) });
  return fail(
    'no-versions',
    '{0} has no label that says which version ran. Compare times instead: now-2h..now-1h.',
    [store.address.shown],
  );
}

interface FunctionRow {
  readonly name: string;
  /** In the sample type's unit, and as shares of all. */
  readonly base: { readonly cum: number; readonly share: number };
  readonly now: { readonly cum: number; readonly share: number };
  readonly isChanged: boolean;
}

interface Compared {
  readonly sampleType: { readonly type: string; readonly unit: string };
  /** What has changed first, the largest differences of the shares first. */
  readonly rows: readonly FunctionRow[];
}

function compare([base, now]: readonly [Profile, Profile], options: CompareStoreOptions): Result<Compared> {
  const wanted = options['sample-index'];
  const index = wanted === undefined ? ok(defaultSampleType(now)) : findSampleType(now, wanted);
  if (!index.ok) return index;
  const sampleType = now.sampleTypes[index.value] ?? { type: '', unit: '' };
  const { type } = sampleType;
  const ofBase = base.sampleTypes.findIndex((each) => each.type === type);
  const changes = functionChanges(
    { profile: now, operations: null, period: Number(now.period) },
    { profile: base, operations: null, period: Number(base.period) },
    {
      deviation: passVariation([], [], { drift: 0, isDisturbed: false }),
      isSameCode: false,
      isDisturbed: false,
      countSpread: 0,
    },
  )[index.value];
  if (changes === null || changes === undefined || ofBase === -1) {
    return fail(
      'no-test',
      'There is no test for {0}: only what is sampled, such as CPU time, can be told from chance.',
      [type],
    );
  }
  const [sumsNow, sumsBase] = [cumsOf(now, index.value), cumsOf(base, ofBase)];
  const [allNow, allBase] = [Number(total(now, index.value)), Number(total(base, ofBase))];
  const changed = new Set(changes.names);
  const rows = [...new Set([...sumsNow.keys(), ...sumsBase.keys()])].map((name): FunctionRow => {
    const [cumNow, cumBase] = [sumsNow.get(name) ?? 0, sumsBase.get(name) ?? 0];
    return {
      name,
      base: { cum: cumBase, share: allBase === 0 ? 0 : cumBase / allBase },
      now: { cum: cumNow, share: allNow === 0 ? 0 : cumNow / allNow },
      isChanged: changed.has(name),
    };
  });
  const difference = ({ base: before, now: after }: FunctionRow) => Math.abs(after.share - before.share);
  rows.sort((a, b) => Number(b.isChanged) - Number(a.isChanged) || difference(b) - difference(a));
  return ok({ sampleType, rows });
}

function cumsOf(profile: Profile, sampleType: number): Map<string, number> {
  const costs = new ProfileCosts(profile);
  const nodes = costs.nodes();
  const { cum } = costs.functionSums(sampleType);
  const cums = new Map<string, number>();
  for (let node = 0; node < nodes.count; node++) {
    const cost = Number(joinedAt(cum, node));
    if (cost !== 0) cums.set(nodes.info(node).name, cost);
  }
  return cums;
}

function tableOf({ sampleType, rows }: Compared, most: number): string {
  const changed = rows.filter(({ isChanged }) => isChanged).length;
  const shown = most === 0 ? rows : rows.slice(0, most);
  const head = l10n.t(
    '{0}, cum as a share of all: {1} of {2} functions changed for certain',
    sampleType.type,
    changed,
    rows.length,
  );
  const cells = shown.map((row) => [
    sharePercent(row.base.share),
    '→',
    sharePercent(row.now.share),
    row.isChanged ? l10n.t('changed') : '~',
    row.name,
  ]);
  const titles = [l10n.t('before'), '', l10n.t('now'), '', l10n.t('function')];
  return `${head}\n${aligned([titles, ...cells], 'rlrll').join('\n')}\n`;
}

function documentOf({ sampleType, rows }: Compared, [base, now]: Names): object {
  return {
    base: shownName(base),
    now: shownName(now),
    sampleType,
    per: 'totals',
    functions: rows.map(({ isChanged, ...row }) => ({ ...row, verdict: isChanged ? 'changed' : 'same' })),
  };
}

/** Of an address no name, password or query. */
function shownName(name: string): string {
  return isStoreUrl(name) ? shownSource(name) : name;
}
