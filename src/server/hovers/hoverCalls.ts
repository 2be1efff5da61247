/** Who calls a line, and what it calls, for its hover. */
import { functionCause, isOfRuntime } from '../../analysis/bill/causes.ts';
import { type CallerOrCallee, callersAndCalleesOfLine } from '../../analysis/lines/callersAndCallees.ts';
import { briefName } from '../../analysis/names/nameParts.ts';
import type { Value } from '../../analysis/values/value.ts';
import { isZero } from '../../analysis/values/value.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import { fileUri } from '../client/lspTerms.ts';
import { costLabel, totalLabel } from '../costs/costText.ts';
import type { Session } from '../sessions/session.ts';
import type { HoverCost } from './hoverCost.ts';
import { code, fileLink, line, rows, said } from './hoverMarkdown.ts';

/** Callers and callees that a hover names: those with the largest costs. The page shows all. */
const mostNamed = 3;

/** More on one line are of generated code, or of a profile that is made up. */
const mostFunctions = 10;

/**
 * The callers and callees of the line, a row for each; `null` for none.
 *
 * @param hasBill a table says what the runtime costs the line
 */
export function callRows({ session, sampleType, cost }: HoverCost, hasBill: boolean): Markdown | null {
  const { file, byCause } = cost;
  const at = cost.cost.line;
  // Where operations have a cost, only their calls count. Those of the setup would look like theirs.
  const hasOperations = !isZero(byCause.operations.cum);
  const lines = hasOperations ? session.operationLines : session.lines;
  const { callers, callees: all } = callersAndCalleesOfLine(lines.profile, lines, file, at, sampleType);
  const callees = hasBill ? all.filter((each) => !isOfBill(each)) : all;
  const label = (value: Value) => (hasOperations ? costLabel : totalLabel)(session, sampleType, value);
  const item = (each: CallerOrCallee) => line([escapeMarkdown(label(each.value)), sourceLink(session, each)]);
  return rows([
    ...functionsOf(session, file, at),
    ...callers.slice(0, mostNamed).map((each) => said('Called from {0}', item(each))),
    ...more(callers),
    ...callees.slice(0, mostNamed).map((each) => said('Calls {0}', item(each))),
    ...more(callees),
  ]);
}

/** The runtime's functions, and its assembly, which is in no package. */
function isOfBill({ name, file }: CallerOrCallee): boolean {
  return isOfRuntime(name) || (!name.includes('.') && functionCause(name, file) !== null);
}

function more(calls: readonly CallerOrCallee[]): Markdown[] {
  return calls.length > mostNamed ? [said('and {0} more', calls.length - mostNamed)] : [];
}

/** The functions with code on the line. A single one is seen in the code, unless it was compiled into its caller. */
function functionsOf(session: Session, file: number, at: number): Markdown[] {
  const functions = session.lines.functionsOn(file, at);
  if (functions.length === 1 && functions[0]?.inlined === false) return [];
  return [
    said(
      'In {0}',
      line(
        functions
          .slice(0, mostFunctions)
          .map(({ name, inlined }) => withInlined(code(briefName(name)), inlined)),
        ', ',
      ),
    ),
  ];
}

/** The function's name, as a link where its file is on this machine. */
function sourceLink(session: Session, { name, file, line: at, inline }: CallerOrCallee): Markdown {
  const located = file === '' ? null : locateFile(file, session.roots);
  const shown = code(briefName(name));
  const linked = located === null ? shown : fileLink(shown, fileUri(located), Math.max(1, at));
  return withInlined(linked, inline);
}

function withInlined(name: Markdown, isInlined: boolean): Markdown {
  return isInlined ? said('{0} (inlined)', name) : name;
}
