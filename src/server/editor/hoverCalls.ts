/** Who calls a line, and what it calls, for its hover. */
import * as l10n from '@vscode/l10n';
import { type CallerOrCallee, callersAndCalleesOfLine } from '../../analysis/lines/callersAndCallees.ts';
import { briefName } from '../../analysis/names/functionName.ts';
import type { Value } from '../../analysis/values/value.ts';
import { isZero } from '../../analysis/values/value.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import { fileUri } from '../client/lspTerms.ts';
import { costLabel, totalLabel } from '../costs/costText.ts';
import type { Session } from '../sessions/sessions.ts';
import type { HoverCost } from './hoverCost.ts';
import { code, escapeMarkdown, titledList } from './hoverMarkdown.ts';

/** Callers and callees that a hover names: those with the largest costs. The page shows all. */
const mostNamed = 3;

/** The functions on the line with their callers, and the callees, as Markdown. */
export function callParts({ session, sampleType, cost }: HoverCost): (string | null)[] {
  const { file, byCause } = cost;
  const { line } = cost.cost;
  const functions = session.lines
    .functionsOn(file, line)
    .map(({ name, inlined }) => withInlined(code(briefName(name)), inlined));
  // Where operations have a cost, only their calls count. Those of the setup would look like theirs.
  const hasOperations = !isZero(byCause.operations.cum);
  const lines = hasOperations ? session.operationLines : session.lines;
  const { callers, callees } = callersAndCalleesOfLine(lines.profile, lines, file, line, sampleType);
  const label = (value: Value) => (hasOperations ? costLabel : totalLabel)(session, sampleType, value);
  const items = (calls: readonly CallerOrCallee[]) =>
    calls.map((each) => `${escapeMarkdown(label(each.value))} ${sourceLink(session, each)}`);
  const names = functions.join(', ');
  return [
    callers.length === 0
      ? l10n.t('In {0}', names)
      : listed(l10n.t('In {0}, called from', names), items(callers)),
    callees.length === 0 ? null : listed(l10n.t('Calls'), items(callees)),
  ];
}

/** A single item stands in the line of its title. */
function listed(title: string, items: readonly string[]): string {
  return items.length === 1 ? `${title} ${items[0]}` : titledList(`${title}:`, items, mostNamed);
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
