import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PictureAnswer } from '../../engine/questions.ts';
import { useReveal } from './editorLink.ts';
import type { FlamePaneProps } from './flamePaneProps.ts';
import { followPath, frameFacts, named, pathOf } from './frameRef.ts';

export interface SelectionControl {
  /** The frame of the picture; -1 where none is selected, or the picture does not have it. */
  readonly selected: number;
  /** Selects a frame; -1 deselects. */
  select(frame: number): void;
}

/** The selected frame of a pane. It stays selected in the next picture: the selection is the frame's path. */
export function useSelection(
  { names, rootName, onSelected }: FlamePaneProps,
  shown: PictureAnswer,
): SelectionControl {
  const [path, setPath] = useState<readonly string[] | null>(null);
  const selected = useMemo(() => (path === null ? -1 : followPath(shown, names, path)), [shown, path, names]);
  const facts = selected === -1 ? null : frameFacts(shown, names, selected);
  useEffect(() => onSelected(facts === null ? null : named(facts, rootName)), [shown, selected]);
  useReveal(path, facts);
  return { selected, select: (frame) => setPath(frame === -1 ? null : pathOf(shown, names, frame)) };
}
