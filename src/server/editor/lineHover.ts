import * as l10n from '@vscode/l10n';
import { wilson } from '../../analysis/difference/sampleRates.ts';
import { type CallerOrCallee, callersAndCalleesOfLine } from '../../analysis/lines/callersAndCallees.ts';
import type { LineCost } from '../../analysis/lines/lines.ts';
import { isCostOfOperations, shareLabel } from '../../analysis/values/operationCost.ts';
import { percentage, scaledLabel } from '../../analysis/values/units.ts';
import type { Value } from '../../analysis/values/value.ts';
import { isZero } from '../../analysis/values/value.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import { clientCommands, type ShowFlameGraphArgs } from '../../protocol.ts';
import { sampleTypeLabel } from '../../sampleTypeLabels.ts';
import { fileUri } from '../client/lspTerms.ts';
import type { LineChanges } from '../compare/lineChanges.ts';
import { splitText } from '../costs/causes.ts';
import { costLabel, intervalLabel, totalLabel } from '../costs/costText.ts';
import { type CostAtLine, costAt, type ProfiledCost } from '../costs/documentCosts.ts';
import { sampledValue } from '../costs/sampledCost.ts';
import type { Session, SessionStore } from '../sessions/sessions.ts';
import {
  bold,
  code,
  commandLink,
  escapeMarkdown,
  type HoverPlace,
  markdownTable,
  paragraphs,
  titledList,
} from './hoverMarkdown.ts';
import { beforeCell } from './lineChangeText.ts';
import { runLongerText } from './runLonger.ts';

/** Callers and callees that a hover names: those with the largest costs. The flame graph shows all. */
const mostNamed = 5;

/** What the hover of a line is made from, besides profiles. */
export interface LineHoverContext {
  /** The client can run commands from links. */
  readonly links: boolean;
  /** How the lines of this document compare with the run before. */
  changesOf(session: Session, sampleType: number): LineChanges | null;
  /** The package of a benchmark that can be run again. */
  directoryOf(session: Session): string | null;
}

/** A cost of a line, and whose it is. */
interface ShownCost {
  readonly session: Session;
  readonly sampleType: number;
  readonly cost: CostAtLine;
}

/**
 * The hover of a line, as Markdown: a row for each sample type of the run that has a cost here; then, for the one that
 * the lines show, the functions on the line, their callers and callees. `null` where the line costs nothing.
 */
export function lineHover(
  store: SessionStore,
  { document, line }: HoverPlace,
  context: LineHoverContext,
): string | null {
  const { active, activeSession } = store;
  if (active === null || activeSession === null) return null;
  const costs = store.siblings(activeSession).flatMap((session) =>
    session.profile.sampleTypes.flatMap((_, sampleType): ShownCost[] => {
      const cost = costAt(session, sampleType, document, line);
      return cost === null ? [] : [{ session, sampleType, cost }];
    }),
  );
  if (costs.length === 0) return null;
  const compared = costs.map(({ session, sampleType }) =>
    beforeCell(context.changesOf(session, sampleType), sampleType, line),
  );
  const table = costTable(costs.map(tableRow), compared);
  const title = bold(activeSession.title);
  const shown = costs.find(
    ({ session, sampleType }) => session === activeSession && sampleType === active.sampleType,
  );
  if (shown === undefined) return paragraphs([title, table]);
  // The link is in the first line, because a hover with many callers is cut off at its end.
  const head = context.links ? `${title} · ${flameGraphLink(shown)}` : title;
  return paragraphs([head, table, ...causeParts(shown, context), ...functionParts(shown)]);
}

/** What caused the cost, and a longer run that would make it certain. */
function causeParts(
  { session, sampleType, cost: { byCause } }: ShownCost,
  { links, directoryOf }: LineHoverContext,
): (string | null)[] {
  const split = splitText(session, sampleType, byCause);
  const { cum } = byCause.operations;
  const directory = links && !isZero(cum) ? directoryOf(session) : null;
  return [
    split === null ? null : escapeMarkdown(split),
    directory === null ? null : runLongerText(session, sampleType, cum, directory),
  ];
}

/** @param compared what each row was before; they get a column if any row has something */
function costTable(rows: readonly string[][], compared: readonly string[]): string {
  const heads = ['', l10n.t('flat'), l10n.t('cum'), l10n.t('cum per op'), l10n.t('95% interval')];
  if (compared.every((cell) => cell === '')) return markdownTable(heads, rows);
  const completed = rows.map((row, i) => [...row, compared[i] ?? '']);
  return markdownTable([...heads, l10n.t('before')], completed);
}

function tableRow({ session, sampleType, cost: { cost, byCause } }: ShownCost): string[] {
  const { type, unit } = session.profile.sampleTypes[sampleType] ?? { type: '', unit: '' };
  const total = session.lines.total(sampleType);
  const withShare = (value: Value) => {
    const label = scaledLabel(value, unit, 'auto');
    return isZero(value) ? label : `${label} (${percentage(value, total)})`;
  };
  return [
    sampleTypeLabel(type),
    withShare(cost.flat),
    withShare(cost.cum),
    perOperationCell(session, sampleType, byCause.operations),
    intervalCell(session, sampleType, { cost, byCause }),
  ];
}

/** Empty where the number of operations is not known, where they did not cause the cost, and for sample counts. */
function perOperationCell(session: Session, sampleType: number, cost: LineCost): string {
  const { type = '' } = session.profile.sampleTypes[sampleType] ?? {};
  return session.operations === null || !isCostOfOperations(type) || isZero(cost.cum)
    ? ''
    : costLabel(session, sampleType, cost.cum);
}

/**
 * The 95% interval of a line's cost per operation. Where the number of operations is not known: of its share of the total
 * (Wilson's interval, on sample counts). Only a CPU profile has one, because it is a sample of what happened. Exact
 * profiles, as of memory at rate 1, have none.
 */
function intervalCell(session: Session, sampleType: number, { cost, byCause }: ProfiledCost): string {
  const sampled = sampledValue(session, sampleType, cost.cum);
  if (sampled === null || session.profile.sampleTypes[sampleType]?.type !== 'cpu') return '';
  if (!isZero(byCause.operations.cum)) {
    const each = intervalLabel(session, sampleType, byCause.operations.cum);
    if (each !== null) return each;
  }
  const total = Number(session.lines.total(sampleType));
  const { low, high } = wilson(sampled.samples, Math.round(total / sampled.period));
  return `${shareLabel(low)} – ${shareLabel(high)}`;
}

function functionParts({ session, sampleType, cost: { file, cost, byCause } }: ShownCost): (string | null)[] {
  const { line } = cost;
  const functions = session.lines
    .functionsOn(file, line)
    .map(({ name, inlined }) => (inlined ? l10n.t('{0} (inlined)', code(name)) : code(name)));
  // Where operations have a cost, only their calls count. Those of the setup would look like theirs.
  const hasOperations = !isZero(byCause.operations.cum);
  const lines = hasOperations ? session.operationLines : session.lines;
  const { callers, callees } = callersAndCalleesOfLine(lines.profile, lines, file, line, sampleType);
  const label = (value: Value) => (hasOperations ? costLabel : totalLabel)(session, sampleType, value);
  const listed = (title: string, functions: readonly CallerOrCallee[]) =>
    functions.length === 0
      ? null
      : titledList(
          `${title}:`,
          functions.map((each) => functionItem(session, each, label(each.value))),
          mostNamed,
        );
  return [
    l10n.t('In {0}', functions.join(', ')),
    listed(l10n.t('Called from'), callers),
    listed(l10n.t('Calls'), callees),
  ];
}

function functionItem(session: Session, func: CallerOrCallee, cost: string): string {
  const inlined = func.inline ? ` ${l10n.t('(inlined)')}` : '';
  return `${cost} ${sourceLink(session, func)}${inlined}`;
}

/** The function's name, as a link where its file is on this machine. */
function sourceLink(session: Session, { name, file, line }: CallerOrCallee): string {
  const located = file === '' ? null : locateFile(file, session.roots);
  if (located === null) return code(name);
  return `[${code(name)}](${fileUri(located)}#L${Math.max(1, line)})`;
}

function flameGraphLink({ session, sampleType, cost: { file, cost } }: ShownCost): string {
  const [innermost] = session.lines.functionsOn(file, cost.line);
  const args: ShowFlameGraphArgs = {
    sessionId: session.id,
    sampleType,
    ...(innermost === undefined || innermost.name === '' ? {} : { functionName: innermost.name }),
  };
  return commandLink(l10n.t('Show in flame graph'), clientCommands.showFlameGraph, args);
}
