/** Longer words are no names of ours, mistyped. */
const longestWord = 30;

/** The name that a word was probably meant to be: one or two letters wrong, missing, too many or exchanged. */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined;
  const most = word.length < 3 ? 0 : word.length < 6 ? 1 : 2;
  let found: string | undefined;
  let fewest = most + 1;
  for (const name of names) {
    if (Math.abs(name.length - word.length) > most) continue;
    const wrong = mistakes(word, name);
    if (wrong < fewest) [found, fewest] = [name, wrong];
  }
  return found;
}

/** How many letters must change to make one word of another; two that are exchanged count as one. */
function mistakes(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (isSame ? 0 : 1),
        isExchanged ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
