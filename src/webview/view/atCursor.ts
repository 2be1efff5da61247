import { createContext } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';
import type { PictureAnswer } from '../engine/questions.ts';
import type { Names } from './names.ts';

/** The functions whose lines the editor's cursor is in. */
export const AtCursorContext = createContext<readonly string[]>([]);

/** The picture's frames of the functions at the cursor, ascending. */
export function useFramesAtCursor(picture: PictureAnswer, names: Names): readonly number[] {
  const atCursor = useContext(AtCursorContext);
  return useMemo(() => {
    const wanted = new Set(atCursor);
    const frames: number[] = [];
    if (wanted.size === 0) return frames;
    for (const [frame, nameIndex] of picture.nameIndexes.entries()) {
      if (frame > 0 && wanted.has(names.name(nameIndex))) frames.push(frame);
    }
    return frames;
  }, [picture, names, atCursor]);
}

/** The functions that the cursor was in when a tab opened: it does not follow the cursor. */
export function useFirstAtCursor(): readonly string[] {
  const now = useContext(AtCursorContext);
  const [first, setFirst] = useState(now);
  // The editor says where its cursor is soon after the page has opened.
  if (first.length === 0 && now.length > 0) setFirst(now);
  return first;
}
