import { createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import type { PictureAnswer } from '../engine/questions.ts';
import type { Names } from '../view/names.ts';
import type { FrameFacts } from './frameRef.ts';

/** What ties the frames of the page to the lines in an editor. */
export interface EditorLink {
  /** The functions whose line the editor's cursor is in. */
  readonly atCursor: readonly string[];
  /** Shows a line beside, without leaving the page; `null` where there is no editor. */
  readonly reveal: ((file: string, line: number) => void) | null;
}

export const EditorLinkContext = createContext<EditorLink>({ atCursor: [], reveal: null });

/** Who walks along the frames with the keys wants to see the line where they stop. */
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
 * @param selection the selection as the user made it, `null` for none
 * @param facts what was selected, where the picture has it
 */
export function useReveal(selection: object | null, facts: FrameFacts | null): void {
  const { reveal } = useContext(EditorLinkContext);
  useEffect(() => {
    if (reveal === null || selection === null || facts === null || facts.file === '') return;
    const later = setTimeout(() => reveal(facts.file, facts.line), restingMs);
    return () => clearTimeout(later);
    // The same selection in the next picture is no reason to pull the editor back to it.
  }, [selection]);
}
