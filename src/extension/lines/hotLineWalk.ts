import type { HotLine } from '../../protocol.ts';

/**
 * The index of the hot line to go to. The walk continues from the hot line under the cursor, else from the
 * last one visited, else starts at the hottest; it goes round at both ends.
 *
 * @param lines hottest first
 * @param last index of the line visited last in this list, or `null`
 * @param step 1 to the next cooler line, -1 to the next hotter one
 * @returns -1 where there are no lines
 */
export function nextHotLine(
  lines: readonly HotLine[],
  cursor: Pick<HotLine, 'uri' | 'line'> | null,
  last: number | null,
  step: 1 | -1,
): number {
  if (lines.length === 0) return -1;
  const under = lines.findIndex(({ uri, line }) => cursor?.uri === uri && cursor.line === line);
  const from = under === -1 ? last : under;
  if (from === null || from >= lines.length) return 0;
  return (from + step + lines.length) % lines.length;
}
