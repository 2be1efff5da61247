import { diffArrays } from 'diff';
import { splitLines } from '../../analysis/lines/sourceCheck.ts';

/**
 * With more edits than these, all lines between the first and the last difference count as changed. The time of a diff
 * grows with the square of the edits, and this runs while the user types.
 */
const mostEdits = 500;

/**
 * Where each line of `before` stands in `after`. The index is a 0-based line of `before`; the value is the 0-based line of
 * `after`, or -1 if the line was changed or removed. A file that was checked out with other line endings has not changed.
 *
 *   before: a b c d      map: 0 1 -1 3
 *   after:  a b X d
 */
export function mapLines(before: string, after: string): Int32Array {
  const old = splitLines(before);
  const now = splitLines(after);
  const map = new Int32Array(old.length).fill(-1);

  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) {
    map[start] = start;
    start++;
  }
  let oldEnd = old.length;
  let nowEnd = now.length;
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd--;
    nowEnd--;
    map[oldEnd] = nowEnd;
  }
  mapMiddle(map, old.slice(start, oldEnd), now.slice(start, nowEnd), start);
  return map;
}

function mapMiddle(map: Int32Array, old: string[], now: string[], start: number): void {
  if (old.length === 0 || now.length === 0) return;
  const changes = diffArrays(old, now, { maxEditLength: mostEdits });
  if (changes === undefined) return;
  let oldLine = start;
  let nowLine = start;
  for (const { added, removed, value } of changes) {
    if (added) {
      nowLine += value.length;
    } else if (removed) {
      oldLine += value.length;
    } else {
      for (let i = 0; i < value.length; i++) map[oldLine++] = nowLine++;
    }
  }
}
