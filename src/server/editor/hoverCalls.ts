/** Who calls a line, and what it calls, for its hover. */
import * as l10n from '@vscode/l10n';
import { type CallerOrCallee, callersAndCalleesOfLine } from '../../analysis/lines/callersAndCallees.ts';
import { briefName } from '../../analysis/names/nameParts.ts';
import type { Value } from '../../analysis/values/value.ts';
import { isZero } from '../../analysis/values/value.ts';
import { escapeMarkdown } from '../../escape.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import { fileUri } from '../client/lspTerms.ts';
import { costLabel, totalLabel } from '../costs/costText.ts';
import type { Session } from '../sessions/sessions.ts';
import type { HoverCost } from './hoverCost.ts';
import { code, rows } from './hoverMarkdown.ts';

/** Callers and callees that a hover names: those with the largest costs. The page shows all. */
const mostNamed = 3;

/** The callers and callees of the line, a row for each; `null` for none. */
export function callRows({ session, sampleType, cost }: HoverCost): string | null {
  const { file, byCause } = cost;
  const { line } = cost.cost;
  // Where operations have a cost, only their calls count. Those of the setup would look like theirs.
  const hasOperations = !isZero(byCause.operations.cum);
  const lines = hasOperations ? session.operationLines : session.lines;
  const { callers, callees } = callersAndCalleesOfLine(lines.profile, lines, file, line, sampleType);
  const label = (value: Value) => (hasOperations ? costLabel : totalLabel)(session, sampleType, value);
  const item = (each: CallerOrCallee) => `${escapeMarkdown(label(each.value))} ${sourceLink(session, each)}`;
  return rows([
    ...functionsOf(session, file, line),
    ...callers.slice(0, mostNamed).map((each) => l10n.t('Called from {0}', item(each))),
    ...more(callers),
    ...callees.slice(0, mostNamed).map((each) => l10n.t('Calls {0}', item(each))),
    ...more(callees),
  ]);
}

function more(calls: readonly CallerOrCallee[]): string[] {
  return calls.length > mostNamed ? [l10n.t('and {0} more', calls.length - mostNamed)] : [];
}

/** The functions with code on the line. A single one is seen in the code, unless it was compiled into its caller. */
function functionsOf(session: Session, file: number, line: number): string[] {
  const functions = session.lines.functionsOn(file, line);
  if (functions.length === 1 && functions[0]?.inlined === false) return [];
  return [
    l10n.t(
      'In {0}',
      functions.map(({ name, inlined }) => withInlined(code(briefName(name)), inlined)).join(', '),
    ),
  ];
}

/** The function's name, as a link where its file is on this machine. */
function sourceLink(session: Session, { name, file, line, inline }: CallerOrCallee): string {
  const located = file === '' ? null : locateFile(file, session.roots);
  const shown = code(briefName(name));
  const linked = located === null ? shown : `[${shown}](${fileUri(located)}#L${Math.max(1, line)})`;
  return withInlined(linked, inline);
}

function withInlined(name: string, isInlined: boolean): string {
  return isInlined ? l10n.t('{0} (inlined)', name) : name;
}
