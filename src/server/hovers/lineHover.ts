import { isCostOfOperations } from '../../analysis/values/operationCost.ts';
import { isZero } from '../../analysis/values/value.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { deepStacksText } from '../../go/results/deepStacks.ts';
import {
  type ActiveCost,
  type BenchmarkLine,
  clientCall,
  type ShowFlameGraphArgs,
  serverCall,
} from '../../protocol.ts';
import type { LineSkids } from '../assembly/lineSkids.ts';
import type { LineChanges } from '../compare/lineChanges.ts';
import { splitText } from '../costs/causes.ts';
import { costAt } from '../costs/documentCosts.ts';
import type { DocumentText } from '../costs/documentText.ts';
import { coresSentence } from '../results/changeSentences.ts';
import { asksForWaits } from '../results/remarks.ts';
import { nameOf, type Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import type { CompilerReasons } from '../why/compilerReasons.ts';
import { callRows } from './hoverCalls.ts';
import {
  allocationNote,
  certaintyText,
  type HoverCost,
  headline,
  sampleTypeOf,
  shownText,
} from './hoverCost.ts';
import { code, commandLink, type HoverPosition, line, paragraphs, rows, said } from './hoverMarkdown.ts';
import { billTable } from './lineBill.ts';
import { beforeCell, beforeSentence } from './lineChangeText.ts';
import { reasonRows } from './reasonRows.ts';
import { runLongerLink, waitsLink } from './runLonger.ts';
import { skidNote } from './skidNote.ts';

/** The page does not search for a longer name: the link itself would be as long. */
const longestSearch = 1000;

/** What the hover of a line is made from, besides profiles. */
export interface LineHoverContext {
  /** The client can run commands from links. */
  readonly links: boolean;
  /** Benchmarks can be run here. */
  readonly benchmarks: boolean;
  /** How the lines of this document compare with the run before. */
  changesOf(session: Session, sampleType: number): LineChanges | null;
  /** The latest result of a benchmark, which can be run again. */
  resultOf(session: Session): BenchmarkResult | undefined;
  /** How much the machine's speed varied while the benchmark was measured, as in `costInterval`. */
  variationOf(session: Session): number;
  /** How the line's cost grows with a size, as Markdown. */
  readonly growth: Markdown | null;
  /** What was predicted for the line's function in production, as Markdown. */
  readonly predicted: Markdown | null;
  /** Which lines may show the samples of another. */
  readonly skids: Pick<LineSkids, 'of'>;
  /** Why lines cost what they cost. */
  readonly reasons: Pick<CompilerReasons, 'of'>;
}

/**
 * The hover of a line, as Markdown. It is cut off at its end, so the useful half comes first: the cost that the line shows,
 * how certain it is, what it is made of, its callers and callees, its causes; then the costs of other sample types; at last what can be done.
 * `null` where the line costs nothing.
 */
export function lineHover(
  store: SessionStore,
  { document, line: at }: HoverPosition,
  context: LineHoverContext,
): Markdown | null {
  const { active, activeSession } = store;
  if (active === null || activeSession === null) return null;
  const costs = store.siblings(activeSession).flatMap((session) =>
    session.sampleTypes.flatMap((_, sampleType): HoverCost[] => {
      const cost = costAt(session, sampleType, document, at);
      return cost === null ? [] : [{ session, sampleType, cost }];
    }),
  );
  if (costs.length === 0) return null;
  const shown = costs.find(
    ({ session, sampleType }) => session === activeSession && sampleType === active.sampleType,
  );
  // The samples of a CPU profile are counted beside the CPU time's interval.
  const isSaid = (each: HoverCost) =>
    each === shown || (each.session === shown?.session && sampleTypeOf(each).type === 'samples');
  const others = costs.filter((each) => !isSaid(each));
  const first =
    shown === undefined
      ? [nothingText(activeSession, active.sampleType)]
      : shownParts(shown, document, context);
  return paragraphs([
    ...first,
    context.predicted,
    reasonRows(shown ?? costs[0]!, document, context.reasons),
    context.growth,
    otherTypes(others, at, context),
    actionRow(shown, activeSession, { document, line: at }, context),
  ]);
}

function shownParts(
  shown: HoverCost,
  document: DocumentText,
  context: LineHoverContext,
): (Markdown | null)[] {
  const { session, sampleType, cost } = shown;
  // An interval is of the samples that were seen here, and some have lost this line.
  const certainty = deepNote(shown) ?? certaintyText(shown, context.variationOf(session));
  const change = beforeSentence(context.changesOf(session, sampleType), cost.line);
  const result = context.resultOf(session);
  const note = allocationNote(session, sampleType, result);
  const cores = sampleTypeOf(shown).type === 'cpu' ? coresSentence(result?.measurements ?? []) : [];
  const split = splitText(session, sampleType, cost.byCause);
  const bill = billTable(shown);
  return [
    headline(shown),
    rows([certainty === null ? null : escapeMarkdown(certainty), change].filter((text) => text !== null)),
    ...cores.map(escapeMarkdown),
    bill,
    skidNote(shown, document, context.skids),
    callRows(shown, bill !== null),
    split === null ? null : escapeMarkdown(split),
    note === null ? null : escapeMarkdown(note),
  ];
}

/** What the line may lack of its calls. */
function deepNote(shown: HoverCost): string | null {
  const { session, sampleType, cost } = shown;
  if (session.buckets === null || cost.cost.flat === cost.cost.cum) return null;
  return deepStacksText(session.buckets, sampleType, session.labelOf(sampleTypeOf(shown)));
}

/** The line costs something, but not of the sample type that lines show. */
function nothingText(session: Session, sampleType: number): Markdown {
  return said(
    'No {0} here in {1}.',
    escapeMarkdown(session.labelOf(sampleTypeOf({ session, sampleType }))),
    code(nameOf(session)),
  );
}

/** A profile can have any number of sample types; a hover has an end. */
const mostFolded = 20;

/**
 * A row for each, as Markdown. Live heap and sample counts are rarely asked for: one row names them. The names are links
 * that have the lines show that cost. `null` for none.
 */
function otherTypes(others: readonly HoverCost[], at: number, context: LineHoverContext): Markdown | null {
  const isUsual = (each: HoverCost) => isCostOfOperations(sampleTypeOf(each).type);
  const usual = others.filter(isUsual).slice(0, mostFolded);
  const parts = usual.map((each) => {
    const before = beforeCell(context.changesOf(each.session, each.sampleType), each.sampleType, at);
    const cost = escapeMarkdown(shownText(each));
    const text = before === '' ? cost : said('{0}, was {1}', cost, escapeMarkdown(before));
    return line([typeName(each, context.links), text]);
  });
  const folded = others.filter((each) => !isUsual(each)).map((each) => typeName(each, context.links));
  if (folded.length > 0)
    parts.push(said('{0} more: {1}', folded.length, line(folded.slice(0, mostFolded), ', ')));
  return rows(parts);
}

function typeName(each: HoverCost, links: boolean): Markdown {
  const { session, sampleType } = each;
  const name = escapeMarkdown(session.labelOf(sampleTypeOf(each)));
  const cost: ActiveCost = { sessionId: session.id, sampleType };
  return links ? commandLink(name, serverCall('show', cost)) : name;
}

/** What the user can do, in one row. */
function actionRow(
  shown: HoverCost | undefined,
  session: Session,
  { document, line: at }: HoverPosition,
  { links, benchmarks, resultOf, variationOf }: LineHoverContext,
): Markdown | null {
  if (!links) return null;
  const actions = [said('{0} of {1}', flameGraphLink(shown, session), code(nameOf(session)))];
  const benchmarkable = benchmarks && shown !== undefined && session.production !== undefined;
  if (benchmarkable) {
    // The benchmarks that reach a line of production.
    const position: BenchmarkLine = { uri: document.uri, line: at };
    actions.push(commandLink(said('Benchmark this'), serverCall('benchmarkLine', position)));
  }
  const result = resultOf(session);
  if (result !== undefined && asksForWaits(result)) {
    actions.push(waitsLink(result));
  } else if (shown !== undefined && result !== undefined && !isZero(shown.cost.byCause.operations.cum)) {
    const { cum } = shown.cost.byCause.operations;
    const longer = runLongerLink(session, shown.sampleType, cum, result.directory, variationOf(session));
    if (longer !== null) actions.push(longer);
  }
  return line(actions, ' · ');
}

function flameGraphLink(shown: HoverCost | undefined, session: Session): Markdown {
  const [innermost] =
    shown === undefined ? [] : session.lines.functionsOn(shown.cost.file, shown.cost.cost.line);
  const args: ShowFlameGraphArgs = {
    sessionId: session.id,
    ...(shown === undefined ? {} : { sampleType: shown.sampleType }),
    ...(innermost === undefined || innermost.name === '' || innermost.name.length > longestSearch
      ? {}
      : { functionName: innermost.name }),
  };
  return commandLink(said('Show in flame graph'), clientCall('showFlameGraph', args));
}
