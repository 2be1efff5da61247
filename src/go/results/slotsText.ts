/** What a processor does with its slots, in words. */
import * as l10n from '@vscode/l10n';
import type { SlotShares } from '../machine/slots.ts';

/** `71% waits for memory or execution units · 21% works · ...`: the largest share first, whole percents that add up to 100. */
export function slotsText({ retiring, badSpeculation, frontEnd, backEnd, otherThread }: SlotShares): string {
  const percents = wholePercents([backEnd, retiring, frontEnd, badSpeculation, otherThread]);
  const [memory = 0, work = 0, code = 0, guesses = 0, other = 0] = percents;
  const texts: readonly (readonly [percent: number, text: string])[] = [
    [memory, l10n.t('{0} waits for memory or execution units', `${memory}%`)],
    [work, l10n.t('{0} works', `${work}%`)],
    [code, l10n.t('{0} waits for instructions to be read and decoded', `${code}%`)],
    [guesses, l10n.t('{0} is undone after branches guessed wrongly', `${guesses}%`)],
    [other, l10n.t('{0} waits for the other thread of its core', `${other}%`)],
  ];
  return texts
    .filter(([percent]) => percent > 0)
    .sort(([a], [b]) => b - a)
    .map(([, text]) => text)
    .join(' · ');
}

/** Rounded down, but for those that lack the least to the next one. */
function wholePercents(shares: readonly number[]): number[] {
  const percents = shares.map((share) => Math.floor(100 * share));
  const left = 100 - percents.reduce((sum, each) => sum + each, 0);
  const lacking = shares.map((share, i) => ({ i, part: 100 * share - (percents[i] ?? 0) }));
  const raised = new Set(
    lacking
      .sort((a, b) => b.part - a.part)
      .slice(0, left)
      .map(({ i }) => i),
  );
  return percents.map((percent, i) => (raised.has(i) ? percent + 1 : percent));
}
