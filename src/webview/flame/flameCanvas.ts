import { type FlameWindow, wholeWindow } from '../../analysis/flame/flameLayout.ts';
import type { PictureAnswer } from '../engine/questions.ts';
import type { Names } from '../view/names.ts';
import type { Direction } from '../view/savedView.ts';
import { rowCount } from './geometry.ts';
import { Painter, type Scene } from './painter.ts';
import { RowPlaces, rowHeight } from './rows.ts';
import { onDensityChange, onThemeChange, readTheme } from './theme.ts';
import { Transition } from './transition.ts';

/** How long after the last movement the picture counts as resting, in milliseconds. */
export const settlingTime = 120;

/** What of a scene the page decides; the rest is where the user has scrolled and how large the window is. */
export type Shown = Pick<
  Scene,
  'picture' | 'rootLabel' | 'colouring' | 'total' | 'matched' | 'selected' | 'hovered' | 'atCursor'
> & {
  readonly direction: Direction;
};

export interface FlameCanvasEvents {
  readonly onResize: (pixels: number) => void;
  readonly onDrawn: () => void;
}

/**
 * The canvas of a flame graph within its scrolling element: draws what it is told to show, at most once per
 * animation frame, and again when scrolled, resized or when the theme changes.
 */
export class FlameCanvas {
  readonly #scroller: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #names: Names;
  readonly #events: FlameCanvasEvents;
  readonly #transition: Transition;
  readonly #resizes: ResizeObserver;
  readonly #stopTheme: () => void;
  readonly #stopDensity: () => void;
  #painter: Painter | null = null;
  #shown: Shown | null = null;
  /** The picture to draw while zooming in: the new one lacks what is still in sight at the edges. */
  #outgoing: PictureAnswer | null = null;
  #scheduled = 0;
  /** Runs out when the picture has come to rest; 0 when it rests. */
  #settling: ReturnType<typeof setTimeout> | 0 = 0;
  #width = 0;
  #height = 0;

  constructor(scroller: HTMLElement, canvas: HTMLCanvasElement, names: Names, events: FlameCanvasEvents) {
    this.#scroller = scroller;
    this.#canvas = canvas;
    this.#names = names;
    this.#events = events;
    this.#transition = new Transition(wholeWindow, () => this.#moved());
    this.#resizes = new ResizeObserver(() => this.#measure());
    this.#resizes.observe(scroller);
    scroller.addEventListener('scroll', () => this.#schedule(), { passive: true });
    this.#stopTheme = onThemeChange(() => {
      this.#painter = null;
      this.#schedule();
    });
    this.#stopDensity = onDensityChange(() => this.#draw());
    this.#measure();
  }

  /** Shows this from now on, moving to the window smoothly. */
  show(shown: Shown, window: FlameWindow): void {
    const previous = this.#shown;
    this.#shown = shown;
    const isSameTree = previous?.picture.tree === shown.picture.tree;
    if (previous === null || !isSameTree) {
      this.#outgoing = null;
      this.#transition.jump(window);
      clearTimeout(this.#settling);
      this.#settling = 0;
    } else {
      if (previous.picture !== shown.picture) this.#outgoing = previous.picture;
      this.#transition.moveTo(window);
    }
    if (!isSameTree || previous?.direction !== shown.direction) this.#scrollToRoot();
    // The first picture is waited for.
    if (previous === null) this.#draw();
    else this.#schedule();
  }

  /** Where the rows of the picture are. */
  get rows(): RowPlaces {
    const count = this.#shown === null ? 0 : rowCount(this.#shown.picture);
    return new RowPlaces(this.#shown?.direction ?? 'down', count, this.#height);
  }

  /** The window on screen at this moment. */
  get window(): FlameWindow {
    return this.#transition.current;
  }

  get width(): number {
    return this.#width;
  }

  /** Shows a window at once, with the picture there is: for dragging. */
  jump(window: FlameWindow): void {
    this.#transition.jump(window);
  }

  scrollBy(pixels: number): void {
    this.#scroller.scrollTop += pixels;
  }

  /** Scrolls a row into sight. */
  reveal(row: number): void {
    const top = this.rows.top(row);
    const { scrollTop, clientHeight } = this.#scroller;
    if (top < scrollTop) this.#scroller.scrollTop = top - rowHeight;
    else if (top + rowHeight > scrollTop + clientHeight)
      this.#scroller.scrollTop = top + 2 * rowHeight - clientHeight;
  }

  dispose(): void {
    this.#transition.stop();
    cancelAnimationFrame(this.#scheduled);
    clearTimeout(this.#settling);
    this.#resizes.disconnect();
    this.#stopTheme();
    this.#stopDensity();
  }

  #scrollToRoot(): void {
    this.#scroller.scrollTop = this.rows.direction === 'down' ? 0 : this.rows.height;
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#scroller;
    if (clientWidth !== this.#width && clientWidth > 0) this.#events.onResize(clientWidth);
    this.#width = clientWidth;
    this.#height = clientHeight;
    this.#canvas.style.width = `${clientWidth}px`;
    this.#canvas.style.height = `${clientHeight}px`;
    this.#canvas.style.marginBottom = `-${clientHeight}px`;
    // A resized canvas is empty until drawn; waiting for the next frame would flicker.
    this.#draw();
  }

  /** Draws coarsely as long as there is movement, then finely. */
  #moved(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = 0;
      this.#schedule();
    }, settlingTime);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled !== 0) return;
    this.#scheduled = requestAnimationFrame(() => {
      this.#scheduled = 0;
      this.#draw();
    });
  }

  #draw(): void {
    if (this.#shown === null || this.#width === 0) return;
    const painter = this.#painterNow();
    if (painter === null) return;
    const window = this.#transition.current;
    const { scrollTop } = this.#scroller;
    const fineness = this.#settling === 0 ? 'still' : 'moving';
    const size = { width: this.#width, height: this.#height };
    const place = { window, rows: this.rows, scrollTop, fineness, ...size } as const;
    const outgoing = this.#outgoing;
    if (
      outgoing !== null &&
      this.#transition.isMoving &&
      span(outgoing.window) > span(this.#shown.picture.window)
    ) {
      painter.draw({ ...this.#shown, picture: outgoing, selected: -1, hovered: -1, atCursor: [], ...place });
      return;
    }
    this.#outgoing = null;
    painter.draw({ ...this.#shown, ...place });
    this.#events.onDrawn();
  }

  #painterNow(): Painter | null {
    if (this.#painter === null) {
      const context = this.#canvas.getContext('2d', { alpha: true });
      if (context === null) return null;
      this.#painter = new Painter(this.#canvas, context, this.#names, readTheme());
    }
    return this.#painter;
  }
}

function span({ left, right }: FlameWindow): number {
  return right - left;
}
