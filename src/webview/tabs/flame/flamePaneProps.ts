import type { RefObject } from 'preact';
import type { ProfileEngine } from '../../engine/profileEngine.ts';
import type { PictureAnswer, TreePart } from '../../engine/questions.ts';
import type { Scope } from '../../engine/scope.ts';
import type { Changes } from '../../view/changes.ts';
import type { ValueFormat } from '../../view/format.ts';
import type { FunctionActions } from '../../view/functionActions.ts';
import type { Names } from '../../view/names.ts';
import type { Colouring, Direction } from '../../view/savedView.ts';
import type { FrameFacts } from './frameRef.ts';

/** What the page around a flame graph can do with it. */
export interface FlameHandle {
  showEverything(): void;
  /** Zooms to the frame of a path. */
  zoomTo(path: readonly string[]): void;
  /** Selects the next (1) or the previous (-1) match of the search. */
  step(direction: 1 | -1): void;
  deselect(): void;
  /** Deselects, and takes the focus from the bar of the selected frame, which disappears. */
  clearSelection(): void;
  focus(): void;
  /** What is in sight, as an SVG document. */
  svg(title: string): string;
}

export interface FlamePaneProps {
  readonly handle: RefObject<FlameHandle | null>;
  readonly engine: ProfileEngine;
  readonly names: Names;
  readonly scope: Scope;
  readonly part: TreePart;
  readonly format: ValueFormat;
  readonly direction: Direction;
  readonly colouring: Colouring;
  readonly changes: Changes;
  /** Accessible name of the graph. */
  readonly label: string;
  /** Name of the root, in the picture and for a screen reader. */
  readonly rootName: string;
  /** First word of the path above the picture. */
  readonly pathBegin: string;
  /** The frame that the graph is zoomed to at first. */
  readonly firstPath: readonly string[];
  /** A picture that is shown until the engine's first answer, if it is of the right samples. */
  readonly firstPicture?: PictureAnswer | null;
  /** By name index: 1 for each name that the search marks; `null` without a search. */
  readonly matched: Uint8Array | null;
  readonly actions: FunctionActions;
  /** `pprofLens.frames()` returns the frames of this graph. */
  readonly isPublished: boolean;
  /** The user has zoomed to a frame; or is dragging, and this frame fills the window at the moment. */
  readonly onPath?: (path: readonly string[], isDragged: boolean) => void;
  readonly onSelected: (frame: FrameFacts | null) => void;
  readonly onDrawn: () => void;
  readonly onFailure: (error: unknown) => void;
}
