import * as l10n from '@vscode/l10n';
import { wilson } from '../../analysis/difference/sampleRates.ts';
import { type CallerOrCallee, callersAndCalleesOfLine } from '../../analysis/lines/callersAndCallees.ts';
import type { LineCost } from '../../analysis/lines/lines.ts';
import type { Value } from '../../analysis/values/total.ts';
import { percentage, scaledLabel } from '../../analysis/values/units.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import { clientCommands, type ShowFlameGraphArgs } from '../../protocol.ts';
import { sampleTypeLabel } from '../../sampleTypeLabels.ts';
import { fileUri } from '../client/lspTerms.ts';
import type { LineChanges } from '../compare/lineChanges.ts';
import { splitText } from '../costs/causes.ts';
import {
  costLabel,
  intervalLabel,
  isCostOfOperations,
  isZero,
  shareLabel,
  totalLabel,
} from '../costs/costText.ts';
import { type CostAtLine, costAt, type PlacedCost, type ProfiledCost } from '../costs/documentCosts.ts';
import { sampledValue } from '../costs/sampledCost.ts';
import type { Session, SessionStore } from '../sessions/sessions.ts';
import { escapeMarkdown, type HoverPlace, markdownTable } from './hoverMarkdown.ts';
import { beforeCell } from './lineChangeText.ts';
import { runLongerText } from './runLonger.ts';

/** Callers and callees named in a hover: the largest few, the flame graph has them all. */
const mostNeighbours = 5;

/** What a line's hover says beyond the profile. */
export interface HoverSupplements {
  /** The client can run `clientCommands.showFlameGraph` and `serverCommands.run` from links. */
  readonly links: boolean;
  /** How the lines of this document compare with the run before. */
  changesOf(session: Session, sampleType: number): LineChanges | null;
  /** The package of a benchmark that can be run again. */
  directoryOf(session: Session): string | null;
}

/**
 * The hover of a line as Markdown: a row for each sample type of the run with a cost here, the functions
 * on the line, its callers and callees. `null` where the line costs nothing.
 */
export function hoverText(
  store: SessionStore,
  place: HoverPlace,
  { links, changesOf, directoryOf }: HoverSupplements,
): string | null {
  const { active, activeSession } = store;
  if (active === null || activeSession === null) return null;
  const rows: string[][] = [];
  const compared: string[] = [];
  let shown: CostAtLine | null = null;
  for (const session of store.siblings(activeSession)) {
    for (const [sampleType, { type }] of session.profile.sampleTypes.entries()) {
      const here = costAt(session, sampleType, place.document, place.line);
      if (here === null) continue;
      rows.push(tableRow(session, sampleType, sampleTypeLabel(type), here));
      compared.push(beforeCell(changesOf(session, sampleType), sampleType, place.line));
      if (session === activeSession && sampleType === active.sampleType) shown = here;
    }
  }
  if (rows.length === 0) return null;
  const title = [`**${escapeMarkdown(activeSession.title)}**`];
  const parts = [costTable(rows, compared)];
  if (shown !== null) {
    const { file, cost, byCause } = shown;
    const split = splitText(activeSession, active.sampleType, byCause);
    if (split !== null) parts.push(escapeMarkdown(split));
    const directory = links ? directoryOf(activeSession) : null;
    if (directory !== null && !isZero(byCause.operations.cum)) {
      const longer = runLongerText(activeSession, active.sampleType, byCause.operations.cum, directory);
      if (longer !== null) parts.push(longer);
    }
    // Beside the title, because a hover with many callers is cut off at its end.
    if (links) title.push(flameGraphLink(activeSession, active.sampleType, file, cost.line));
    parts.push(...functionParts(activeSession, active.sampleType, file, shown));
  }
  return [title.join(' · '), ...parts].join('\n\n');
}

/** @param compared what each row was before; a column of its own where any row has something */
function costTable(rows: readonly string[][], compared: readonly string[]): string {
  const heads = ['', l10n.t('flat'), l10n.t('cum'), l10n.t('cum per op'), l10n.t('95% interval')];
  if (compared.every((cell) => cell === '')) return markdownTable(heads, rows);
  const completed = rows.map((row, i) => [...row, compared[i] ?? '']);
  return markdownTable([...heads, l10n.t('before')], completed);
}

function tableRow(
  session: Session,
  sampleType: number,
  label: string,
  { cost, byCause }: CostAtLine,
): string[] {
  const unit = session.profile.sampleTypes[sampleType]?.unit ?? '';
  const total = session.lines.total(sampleType);
  const withShare = (value: Value) => {
    const label = scaledLabel(value, unit, 'auto');
    return Number(value) === 0 ? label : `${label} (${percentage(value, total)})`;
  };
  return [
    label,
    withShare(cost.flat),
    withShare(cost.cum),
    perOperationCell(session, sampleType, byCause.operations),
    interval(session, sampleType, { cost, byCause }),
  ];
}

/**
 * Empty where the operations are not known or do not pay for the line, and for what is no cost of theirs.
 */
function perOperationCell(session: Session, sampleType: number, cost: LineCost): string {
  const { type = '' } = session.profile.sampleTypes[sampleType] ?? {};
  return session.operations === null || !isCostOfOperations(type) || isZero(cost.cum)
    ? ''
    : costLabel(session, sampleType, cost.cum);
}

/**
 * The 95% interval of a line's cost per operation, or, where the operations are not known, of its share of the total
 * (Wilson's, on sample counts); for profiles that are a sample of what happened: a CPU profile. Exact profiles, as
 * memory at rate 1, have none.
 */
function interval(session: Session, sampleType: number, { cost, byCause }: ProfiledCost): string {
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

function functionParts(
  session: Session,
  sampleType: number,
  file: number,
  { cost: { line }, byCause }: PlacedCost,
): string[] {
  const functions = session.lines
    .functionsOn(file, line)
    .map(({ name, inlined }) => (inlined ? l10n.t('{0} (inlined)', code(name)) : code(name)));
  // Setup's calls of a line that operations pay for would count as theirs.
  const isOfOperations = !isZero(byCause.operations.cum);
  const lines = (isOfOperations ? session.buckets?.operations : null) ?? session.lines;
  const { callers, callees } = callersAndCalleesOfLine(lines.profile, lines, file, line, sampleType);
  const label = (value: Value) => (isOfOperations ? costLabel : totalLabel)(session, sampleType, value);
  const parts = [l10n.t('In {0}', functions.join(', '))];
  if (callers.length > 0) parts.push(neighbourList(l10n.t('Called from'), session, label, callers));
  if (callees.length > 0) parts.push(neighbourList(l10n.t('Calls'), session, label, callees));
  return parts;
}

function neighbourList(
  title: string,
  session: Session,
  label: (value: Value) => string,
  neighbours: readonly CallerOrCallee[],
): string {
  const items = neighbours.slice(0, mostNeighbours).map((neighbour) => {
    const inline = neighbour.inline ? ` ${l10n.t('(inlined)')}` : '';
    return `- ${label(neighbour.value)} ${sourceLink(session, neighbour)}${inline}`;
  });
  const more = neighbours.length - mostNeighbours;
  if (more > 0) items.push(`- ${l10n.t('and {0} more', more)}`);
  return `${title}:\n${items.join('\n')}`;
}

/** The function's name, as a link where its file is on this machine. */
function sourceLink(session: Session, { name, file, line }: CallerOrCallee): string {
  const located = file === '' ? null : locateFile(file, session.roots);
  if (located === null) return code(name);
  return `[${code(name)}](${fileUri(located)}#L${Math.max(1, line)})`;
}

function flameGraphLink(session: Session, sampleType: number, file: number, line: number): string {
  const [inner] = session.lines.functionsOn(file, line);
  const args: ShowFlameGraphArgs = {
    sessionId: session.id,
    sampleType,
    ...(inner === undefined || inner.name === '' ? {} : { functionName: inner.name }),
  };
  const query = encodeURIComponent(JSON.stringify([args]));
  return `[${l10n.t('Show in flame graph')}](command:${clientCommands.showFlameGraph}?${query})`;
}

/** Inline code that survives any name; backticks cannot stand in a Go name but can in other languages'. */
function code(name: string): string {
  return `\`${name.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}
