import type { RefObject } from 'preact';
import type { PictureAnswer, TreePart } from '../../engine/questions.ts';
import type { Direction } from '../../view/savedView.ts';
import type { TabProps } from '../../view/tabProps.ts';
import type { FrameFacts } from './frameRef.ts';

/** What the page around a flame graph can do with it. */
export interface FlameHandle {
  showEverything(): void;
  zoomTo(path: readonly string[]): void;
  /** Selects the next (1) or the previous (-1) match of the search. */
  step(direction: 1 | -1): void;
  deselect(): void;
  /** Deselects, and takes the focus from the bar of the selected frame, which disappears. */
  clearSelection(): void;
  focus(): void;
  /**
   * What is in sight, as an SVG document.
   *
   * @param fileName what a file is called in it
   */
  svg(title: string, fileName: (file: string) => string): string;
}

export interface FlamePaneProps extends TabProps {
  readonly handle: RefObject<FlameHandle | null>;
  readonly part: TreePart;
  readonly direction: Direction;
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
  /** `pprofLens.frames()` returns the frames of this graph. */
  readonly isPublished: boolean;
  /** The user has zoomed to a frame; or is dragging, and this frame fills the window at the moment. */
  readonly onPath?: (path: readonly string[], isDragged: boolean) => void;
  readonly onSelected: (frame: FrameFacts | null) => void;
  readonly onDrawn: () => void;
}
