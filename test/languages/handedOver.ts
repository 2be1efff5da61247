/** The ways in which code hands over texts that are translated, for the test of what finds them. */
import * as l10n from '@vscode/l10n';
import { fail, type Problem } from '../../src/base/result.ts';

const labels = { slow: { label: 'slower' }, fast: { label: 'faster' } } as const;
const templates: Readonly<Record<string, string>> = { one: '{0} waits.', many: '{0} wait.' };

type Say = (text: string, ...values: string[]) => string;

export function direct(isOne: boolean): string[] {
  const either = isOne ? 'one sample' : 'more';
  return [l10n.t('line'), l10n.t(either), l10n.t({ message: 'show', comment: ['of', ' pprof'] })];
}

export function said(template: string, ...args: readonly string[]): string {
  return l10n.t(template, ...args);
}

class Noted {
  readonly problem: Problem;
  constructor(code: string, template: string) {
    this.problem = fail(code, template).problem;
  }
  note(text: string): string {
    return l10n.t(text);
  }
}

export function passedOn(kind: keyof typeof labels, say: Say): string[] {
  return [
    said('passed on'),
    new Noted('none', 'There is none.').note('noted'),
    l10n.t(labels[kind].label),
    say('said'),
  ];
}

export function problems(count: string): readonly unknown[] {
  const template = count === '1' ? 'There is none' : 'There are none';
  const problem: Problem = { code: 'none', template: 'Nothing {0}', args: [count] };
  const rows = [{ sentence: 'A sentence of a table.' }, { sentence: l10n.t('line') }];
  return [fail('none', `${template} of {0}.`), fail('waits', templates[count]!), problem, rows];
}

export function unclear(texts: readonly string[]): string[] {
  return texts.map((text) => l10n.t(text));
}
