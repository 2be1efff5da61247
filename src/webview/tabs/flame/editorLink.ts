import { createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import type { PictureAnswer } from '../../engine/questions.ts';
import type { Names } from '../../view/names.ts';
import type { FrameFacts } from './frameRef.ts';

/** The connection between frames of the page and lines in the editor. */
export interface EditorLink {
  /** The functions whose lines the editor's cursor is in. */
  readonly atCursor: readonly string[];
  /** Shows a line in the editor; the focus stays on the page. `null` where there is no editor. */
  readonly reveal: ((file: string, line: number) => void) | null;
}

export const EditorLinkContext = createContext<EditorLink>({ atCursor: [], reveal: null });

/**
 * How long a frame is selected before its line is shown, in milliseconds: a user who walks along frames passes many.
 */
const restingMs = 200;

/** The picture's frames of the functions at the cursor, ascending. */
export function useFramesAtCursor(picture: PictureAnswer, names: Names): readonly number[] {
  const { atCursor } = useContext(EditorLinkContext);
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

/**
 * Shows a frame's line in the editor, once for each selection.
 *
 * @param selection a new object for each selection by the user; `null` for none
 * @param facts the facts of the selected frame; `null` if the picture does not have it
 */
export function useReveal(selection: object | null, facts: FrameFacts | null): void {
  const { reveal } = useContext(EditorLinkContext);
  useEffect(() => {
    if (reveal === null || selection === null || facts === null || facts.file === '') return;
    const later = setTimeout(() => reveal(facts.file, facts.line), restingMs);
    return () => clearTimeout(later);
    // Not when only the picture changes: the user may have moved on in the editor.
  }, [selection]);
}
