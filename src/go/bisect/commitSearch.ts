/**
 * Which commit to try next, so that each answer halves what is left. History is no line but a graph:
 *
 *     good --- A --- B --- M --- bad        If B is good, so are A and all that B grew from, but not X and Y.
 *       \                 /                 If M is bad, the change is among A, B, X, Y and M.
 *        X ------- Y ----
 *
 * A commit halves best if half of what is left are its ancestors, itself among them.
 */
import type { RangeCommit } from '../git/commitRange.ts';

export type CommitVerdict = 'good' | 'bad' | 'skip';

export class CommitSearch {
  /** Any of these may be the first bad commit. Each stands after its parents; the last one is known to be bad. */
  #left: readonly RangeCommit[];
  readonly #skipped = new Set<string>();

  /** @param commits each after its parents; the last one is bad, and what none of them grew from is good */
  constructor(commits: readonly RangeCommit[]) {
    this.#left = commits;
  }

  get left(): readonly RangeCommit[] {
    return this.#left;
  }

  /** The first bad commit; `null` as long as several may be it. */
  get found(): RangeCommit | null {
    return this.#left.length === 1 ? (this.#left[0] ?? null) : null;
  }

  /** How many answers the rest takes, if history is a line and nothing is skipped. */
  get stepsLeft(): number {
    return Math.ceil(Math.log2(Math.max(1, this.#left.length)));
  }

  /** What to try next; `null` if the commit is found, or if all that is left but the last was skipped. */
  next(): RangeCommit | null {
    const candidates = this.#left.slice(0, -1);
    const untried = candidates.filter(({ hash }) => !this.#skipped.has(hash));
    if (untried.length === 0) return null;
    const sizes = ancestorCounts(this.#left);
    const nearest = (share: number) => nearestTo(share * this.#left.length, candidates, sizes);
    // The neighbours of a commit that does not build often do not build either, so the next one stands far from it.
    for (let n = 1; n <= candidates.length; n++) {
      const commit = nearest(scattered(n));
      if (commit !== null && !this.#skipped.has(commit.hash)) return commit;
    }
    return untried[0] ?? null;
  }

  mark(hash: string, verdict: CommitVerdict): void {
    if (verdict === 'skip') {
      this.#skipped.add(hash);
      return;
    }
    const ancestors = this.#ancestorsOf(hash);
    this.#left = this.#left.filter((each) => ancestors.has(each.hash) === (verdict === 'bad'));
  }

  /** With the commit itself. */
  #ancestorsOf(hash: string): ReadonlySet<string> {
    const found = new Set([hash]);
    // From the last one, children come first.
    for (let i = this.#left.length - 1; i >= 0; i--) {
      const commit = this.#left[i]!;
      if (found.has(commit.hash)) for (const parent of commit.parents) found.add(parent);
    }
    return found;
  }
}

/** 1/2, 1/4, 3/4, 1/8, 5/8, ...: each number's bits, turned around (van der Corput, 1935). */
function scattered(n: number): number {
  let value = 0;
  for (let rest = n, share = 0.5; rest > 0; rest = Math.floor(rest / 2), share /= 2)
    value += (rest % 2) * share;
  return value;
}

/** The commit with about so many ancestors. */
function nearestTo(wanted: number, commits: readonly RangeCommit[], sizes: Uint32Array): RangeCommit | null {
  let best: RangeCommit | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const [i, commit] of commits.entries()) {
    const distance = Math.abs(sizes[i]! - wanted);
    if (distance < smallest) [best, smallest] = [commit, distance];
  }
  return best;
}

/** Of each commit, how many of the others are its ancestors, itself counted. */
function ancestorCounts(commits: readonly RangeCommit[]): Uint32Array {
  const indexes = new Map(commits.map(({ hash }, i) => [hash, i]));
  const parentsOf = commits.map(({ parents }) => parents.flatMap((parent) => indexes.get(parent) ?? []));
  const childrenLeft = new Uint32Array(commits.length);
  for (const parent of parentsOf.flat()) childrenLeft[parent]!++;
  const counts = new Uint32Array(commits.length);
  /** A bit for each ancestor. The last child takes over the set of its parent, so a line of commits needs only one. */
  const sets = new Map<number, Uint32Array>();
  for (const [i, parents] of parentsOf.entries()) {
    let own: Uint32Array | null = null;
    for (const parent of parents) {
      const set = sets.get(parent)!;
      const isLast = --childrenLeft[parent]! === 0;
      if (isLast) sets.delete(parent);
      if (own === null) own = isLast ? set : set.slice();
      else for (let word = 0; word < own.length; word++) own[word]! |= set[word]!;
    }
    own ??= new Uint32Array(Math.ceil(commits.length / 32));
    own[i >>> 5]! |= 1 << (i & 31);
    counts[i] = parents.length === 1 ? counts[parents[0]!]! + 1 : bitsIn(own);
    if (childrenLeft[i]! > 0) sets.set(i, own);
  }
  return counts;
}

function bitsIn(words: Uint32Array): number {
  let count = 0;
  for (let word of words) for (; word !== 0; word &= word - 1) count++;
  return count;
}
