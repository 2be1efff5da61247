import { operationChanges, type PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import { dotText } from '../../analysis/callGraph/dot.ts';
import { visualGraph } from '../../analysis/callGraph/visualGraph.ts';
import type { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { subtractBase } from '../../analysis/difference/combine.ts';
import { tagTotals } from '../../analysis/filters/tagTotals.ts';
import { wholeWindow } from '../../analysis/flame/flameLayout.ts';
import { type CallerOrCallee, callersAndCalleesOfFunction } from '../../analysis/lines/callersAndCallees.ts';
import { shownFirst } from '../../analysis/lines/hottestFunction.ts';
import { shortFunctionName, withoutTypeArguments } from '../../analysis/names/functionName.ts';
import { type CostFormat, tableUnit } from '../../analysis/values/costFormat.ts';
import { remeasured } from '../../analysis/values/measure.ts';
import { withTimedValues } from '../../analysis/values/timedValues.ts';
import { diffBaseLabel } from '../../analysis/values/total.ts';
import { weightsOf } from '../../analysis/values/weights.ts';
import { shortened } from '../../base/escape.ts';
import { largest } from '../../base/lists.ts';
import { mostProfileBytes } from '../../base/model.ts';
import { ok, type Result } from '../../base/result.ts';
import { isGzip } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';
import type { Answers, Asker, OnShare } from '../host/openQuestions.ts';
import { exported } from './exported.ts';
import { noFilters } from './filterList.ts';
import { nativeGunzip } from './nativeGzip.ts';
import { OpenedProfile } from './openedProfile.ts';
import type {
  CallRow,
  CallsAnswer,
  CallsQuestion,
  GraphAnswer,
  GraphQuestion,
  KnownTexts,
  OpenAnswer,
  OpenQuestion,
  ProfileEngine,
  Questions,
  TagAnswer,
} from './questions.ts';
import type { Scope } from './scope.ts';

/** The engine itself: it answers the page's questions about the profile that was opened last. */
export class LocalEngine implements ProfileEngine {
  #opened: OpenedProfile | null = null;
  /** Questions until a profile is open: a page with a first picture asks before it has sent the profile. */
  readonly #waiting: (() => void)[] = [];

  readonly #answers: Answers<Questions> = {
    open: (question, onShare) => this.#open(question, onShare),
    filter: (filters) => this.#profile.filter(filters),
    ownCode: () => this.#profile.ownCode(),
    hottest: ({ filters, sampleType, atCursor }) =>
      shownFirst(this.#profile.after(filters).costs, sampleType, atCursor),
    picture: (question) => this.#profile.after(question.filters).picture(question),
    search: (question) => this.#profile.after(question.filters).search(question),
    table: (question) => this.#profile.after(question.filters).table(question),
    calls: (question) => this.#calls(question),
    peek: (question) => {
      const opened = this.#profile;
      return opened
        .after(question.filters)
        .peek(question, opened.measure(question.filters, question.sampleType));
    },
    tree: (question) => this.#profile.after(question.filters).treeTable(question),
    instructions: (question) => this.#profile.after(question.filters).instructions(question),
    listing: (question) => this.#profile.after(question.filters).listing(question),
    graph: (question) => this.#graph(question),
    tags: (scope) => this.#tags(scope),
    export: (question) => exported(this.#profile, question),
  };

  readonly ask: Asker<Questions> = async (kind, question, onShare = () => {}) => {
    if (kind !== 'open' && this.#opened === null) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#answers[kind](question, onShare);
  };

  get #profile(): OpenedProfile {
    if (this.#opened === null) throw new Error('a question before a profile was opened');
    return this.#opened;
  }

  async #open(
    { sampleType, pixels, known, ...files }: OpenQuestion,
    onShare: OnShare,
  ): Promise<Result<OpenAnswer>> {
    this.#opened = null;
    const read = await readCompared(files, onShare);
    if (!read.ok) return read;
    const { profile, changes } = read.value;
    onShare(shares.decoded);
    const opened = new OpenedProfile(profile, known ?? nothingKnown, changes);
    this.#opened = opened;
    const facts = opened.facts();
    onShare(shares.summed);
    for (const go of this.#waiting.splice(0)) go();
    if (known !== null) return ok({ facts, picture: null });
    const isThere = sampleType >= 0 && sampleType < facts.sampleTypes.length;
    const picture = opened.after(noFilters).picture({
      sampleType: isThere ? sampleType : facts.defaultSampleType,
      filters: noFilters,
      part: { is: 'all' },
      zoom: { path: [], window: wholeWindow },
      pixels,
    });
    return ok({ facts, picture });
  }

  #calls({ filters, sampleType, functionName }: CallsQuestion): CallsAnswer {
    const { profile } = this.#profile.after(filters);
    const { flat, cum, callers, callees } = callersAndCalleesOfFunction(profile, functionName, sampleType);
    return {
      flat: Number(flat),
      cum: Number(cum),
      callers: callers.map(callRow),
      callees: callees.map(callRow),
    };
  }

  #graph(question: GraphQuestion): GraphAnswer {
    const opened = this.#profile;
    const { costs } = opened.after(question.filters);
    return callGraphAnswer(costs, opened, question);
  }

  #tags({ filters, sampleType }: Scope): TagAnswer[] {
    const { profile } = this.#profile.after(filters);
    const totals = tagTotals(profile, weightsOf(profile, sampleType), this.#profile.labelUnits, 'auto');
    const tags = totals.filter(({ key }) => key !== diffBaseLabel.key);
    return tags.map(({ key, total, values }) => ({
      key,
      total: Number(total),
      values: values.map(({ value, total }) => ({ value, total: Number(total) })),
    }));
  }
}

/** Which share of the time of opening has passed after each part, as seen with a large profile. */
const shares = { inflated: 0.3, decoded: 0.75, summed: 0.9 };

/** What every page knows: file 0 is the empty file name. */
const nothingKnown: KnownTexts = { names: [], files: [''] };

/** The profile; with a base the difference from the base, and what of it the samples bear. */
async function readCompared(
  { bytes, base, timed = null, operations }: Omit<OpenQuestion, 'sampleType' | 'pixels' | 'known'>,
  onShare: OnShare,
): Promise<Result<{ readonly profile: Profile; readonly changes?: PageFacts['changes'] }>> {
  const profile = await read(bytes, onShare);
  if (!profile.ok) return profile;
  if (base === undefined) {
    return ok({ profile: timed === null ? profile.value : withTimedValues(profile.value, timed) });
  }
  const compared = await read(base.bytes, () => {});
  if (!compared.ok) return compared;
  const isTimed = timed !== null && base.timed != null;
  const now = isTimed ? withTimedValues(profile.value, timed) : profile.value;
  const before = isTimed ? withTimedValues(compared.value, base.timed) : compared.value;
  const baseRatio = base.ratio ?? operationRatio(operations, base.operations);
  const difference = subtractBase(now, before, { how: 'compare', baseRatio });
  if (!difference.ok || base.evidence === undefined) {
    return difference.ok ? ok({ profile: difference.value }) : difference;
  }
  const changes = operationChanges(
    { profile: now, operations: base.ratio === 'shares' ? null : operations },
    { profile: before, operations: base.operations },
    base.evidence,
  );
  return ok({ profile: difference.value, changes });
}

/** The factor that turns a base's costs into those of as many operations as the profile has; 1 where it is unknown. */
function operationRatio(operations: number | null, ofBase: number | null): number {
  return operations === null || ofBase === null || ofBase === 0 ? 1 : operations / ofBase;
}

async function read(bytes: ArrayBuffer, onShare: OnShare): Promise<Result<Profile>> {
  const file = new Uint8Array(bytes);
  const onInflated = (share: number) => onShare(share * shares.inflated);
  const inflated = isGzip(file) ? await nativeGunzip(file, mostProfileBytes, onInflated) : null;
  return readProfile(inflated ?? file);
}

function callRow({ name, file, line, value, inline }: CallerOrCallee): CallRow {
  return { name, file, line, value: Number(value), inline };
}

/**
 * pprof's call graph of a filtered profile, without its legend: the page says all that is in it. Shares are of the whole
 * profile.
 */
function callGraphAnswer(
  costs: ProfileCosts,
  opened: OpenedProfile,
  { filters, sampleType, atCursor, nodeCount, nodeFraction, edgeFraction }: GraphQuestion,
): GraphAnswer {
  const measured = remeasured(costs.profile, sampleType, opened.measure(filters, sampleType));
  const limits = { nodeCount, nodeFraction, edgeFraction };
  const format: CostFormat = { sampleUnit: measured.unit, outputUnit: 'minimum', ratio: 1 };
  const graph = visualGraph(costs, measured, limits, opened.labelUnits, format.outputUnit);
  const inUnit = { ...format, outputUnit: tableUnit(graph.nodes, measured.total, format) };
  const own = {
    nameOf: shortestNames(graph.nodes.map(({ info }) => info.name)),
    isGrey: opened.isGrey(sampleType),
  };
  const dot = dotText(graph, { title: '', legend: [], format: inUnit, total: measured.total, own });
  const functions = graph.nodes.map(({ info, label }) => info.name || label);
  const flats = graph.nodes.map(({ flat }) => Math.abs(Number(flat)));
  const first = functions.indexOf(shownFirst(costs, sampleType, atCursor));
  const hottest = first === -1 ? flats.indexOf(largest(flats)) : first;
  return { dot, functions, hottest: hottest + 1 };
}

/** Letters in a node. A browser takes seconds to draw a name of ten thousand parts, each on a line. */
const mostInNode = 200;

/** Short names, without type arguments where they are those of one function even so; cut in the middle where nobody reads them. */
function shortestNames(names: readonly string[]): (name: string) => string {
  const bare = (name: string) => shortFunctionName(withoutTypeArguments(name));
  const counts = new Map<string, number>();
  for (const name of new Set(names)) counts.set(bare(name), (counts.get(bare(name)) ?? 0) + 1);
  return (name) => shortened(counts.get(bare(name)) === 1 ? bare(name) : shortFunctionName(name), mostInNode);
}
