/** The compiler's decisions in words for people: a short sentence each. The compiler's own words are outside text. */
import * as l10n from '@vscode/l10n';
import type { CompilerNote } from './compilerNotes.ts';

/** In characters. An expression can be a whole literal. */
const longestExpression = 60;

/** `escapes to heap` as an operand of its own: `n escapes to heap: passed to fmt.Sprintf as any`. */
export function escapeText({ message, flow }: Pick<CompilerNote, 'message' | 'flow'>): string {
  const subject = message.replace(/ escapes to heap:?$/, '');
  const how = howItEscapes(
    subject,
    flow.map(({ text }) => text),
  );
  const expression = expressionText(subject);
  return how === ''
    ? l10n.t('{0} escapes to heap', expression)
    : l10n.t('{0} escapes to heap: {1}', expression, how);
}

function expressionText(subject: string): string {
  if (compilersResult.test(subject)) return l10n.t('the result of a call');
  if (subject === '... argument') return l10n.t('the list of arguments');
  return shortened(subject);
}

/** Expressions that make something on the heap themselves. Others that are stored for themselves are put into an interface. */
const allocates = /^(?:&|make\(|new\(|func literal|append\(|string\(|\(?\[\]|map\[|\.\.\. argument)|\}$| \+ /;

/** The compiler's name of a result, in code that it has inlined. */
const compilersResult = /^~r\d+$/;

/** `from EXPRESSION (REASON)` */
const flowStep = /^from (.*) \(([^()]*)\)$/s;

/** How the last steps of a flow lead to the heap; empty if they do not say it. */
function howItEscapes(subject: string, flow: readonly string[]): string {
  const steps = flow.flatMap((text) => {
    const [, expression = '', reason = ''] = flowStep.exec(text) ?? [];
    return reason === '' ? [] : { expression, reason };
  });
  const isBoxed =
    steps.some(({ reason }) => reason === 'interface-converted') ||
    (steps[0]?.reason === 'spill' && steps[0].expression === subject && !allocates.test(subject));
  const last = steps.filter(({ reason }) => reason !== 'spill').at(-1);
  if (last === undefined) return '';
  const { expression, reason } = last;
  switch (reason) {
    case 'call parameter': {
      const callee = shortened(calleeOf(expression));
      if (callee === 'append') return l10n.t('appended to a slice');
      if (!isBoxed) return l10n.t('passed to {0}', callee);
      // The functions that format take `...any`, and so does nearly everything that wraps them.
      return /^(?:fmt|log)\./.test(callee) || flow.some((text) => text.includes('... argument'))
        ? l10n.t('passed to {0} as any', callee)
        : l10n.t('passed to {0} as an interface', callee);
    }
    case 'return':
      return isBoxed ? l10n.t('returned as an interface') : l10n.t('returned');
    case 'captured by a closure':
      return l10n.t('captured by a function literal that escapes');
    case 'send':
      return l10n.t('sent to a channel');
    case 'key of map put':
    case 'map literal key':
      return l10n.t('a key of a map');
    case 'map literal value':
      return l10n.t('a value of a map');
    case 'appended slice...':
    case 'appendee slice':
    case 'copied slice':
      return l10n.t('copied into a slice that escapes');
    case 'too large for stack':
      return l10n.t('too large for the stack');
    case 'non-constant size':
      return l10n.t('its size is known only when it runs');
    case 'interface-converted':
      return l10n.t('converted to an interface');
    default:
      if (reason.startsWith('assign')) return storedText(expression, isBoxed);
      if (/literal element$/.test(reason)) return l10n.t('put into a value that escapes');
      return reason;
  }
}

function storedText(assignment: string, isBoxed: boolean): string {
  const target = /^(.*?) :?= /s.exec(assignment)?.[1] ?? '';
  if (compilersResult.test(target)) return isBoxed ? l10n.t('returned as an interface') : l10n.t('returned');
  if (target === '') return l10n.t('assigned');
  return isBoxed
    ? l10n.t('stored in {0} as an interface', shortened(target))
    : l10n.t('stored in {0}', shortened(target));
}

/** `fmt.Sprintf("n=%d)", ... argument...)` -> `fmt.Sprintf`: what stands before the parenthesis that ends the call. */
function calleeOf(call: string): string {
  let depth = 0;
  let quote = '';
  let open = -1;
  for (let i = 0; i < call.length; i++) {
    const character = call[i]!;
    if (quote !== '') {
      if (character === '\\' && quote !== '`') i++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (character === '(') {
      if (depth === 0) open = i;
      depth++;
    } else if (character === ')') depth--;
  }
  return open <= 0 ? call : call.slice(0, open);
}

function shortened(text: string): string {
  // Generic code is compiled once for all types of the same shape.
  const line = text.replace(/\s+/g, ' ').replaceAll('go.shape.', '');
  return line.length <= longestExpression ? line : `${line.slice(0, longestExpression - 1)}…`;
}

/** Why a function is not inlined where it is called: `sub.Big is not inlined: its cost of 128 is above the budget of 80`. */
export function notInlinedText(callee: string, message: string): string {
  const [, cost, budget] = /cost (\d+) exceeds budget (\d+)/.exec(message) ?? [];
  if (cost === undefined || budget === undefined) {
    const [, statement] = /^unhandled op (\w+)$/.exec(message) ?? [];
    const why = statement === undefined ? message : l10n.t('it has a {0} statement', statement.toLowerCase());
    return l10n.t('{0} is not inlined: {1}', callee, why);
  }
  return l10n.t('{0} is not inlined: its cost of {1} is above the budget of {2}', callee, cost, budget);
}

/** Why a call is not inlined, although its function could be; `null` for other reasons. */
export function callNotInlinedText(message: string): string | null {
  const [, cost, callee, most] = /^cost (\d+) of (.+) exceeds max caller cost (\d+)$/.exec(message) ?? [];
  if (cost === undefined || callee === undefined || most === undefined) return null;
  const name = shortened(callee.slice(callee.lastIndexOf('/') + 1));
  return l10n.t(
    '{0} is not inlined here: its cost of {1} is above {2}, the most in a function as large as this',
    name,
    cost,
    most,
  );
}

/** @param expression what is checked, as it stands in the source; empty if that is not known */
export function checkText(code: 'isInBounds' | 'isSliceInBounds' | 'nilcheck', expression: string): string {
  const checked = shortened(expression);
  switch (code) {
    case 'isInBounds':
      return checked === ''
        ? l10n.t('an index is checked against its bounds each time')
        : l10n.t('the index of {0} is checked against its bounds each time', checked);
    case 'isSliceInBounds':
      return checked === ''
        ? l10n.t('a slice is checked against its bounds each time')
        : l10n.t('the bounds of {0} are checked each time', checked);
    case 'nilcheck':
      return l10n.t('a pointer is checked for nil each time');
  }
}
