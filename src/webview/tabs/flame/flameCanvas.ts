import { type FlameWindow, wholeWindow } from '../../../analysis/flame/flameLayout.ts';
import type { PictureAnswer } from '../../engine/questions.ts';
import type { Names } from '../../view/names.ts';
import { rowCount, rowOf } from './geometry.ts';
import { Painter, type Shown } from './painter.ts';
import { RowLayout, rowHeight } from './rows.ts';
import { onDensityChange, onThemeChange, readTheme } from './theme.ts';
import { Transition } from './transition.ts';

/** How long after its last movement the picture counts as still, in milliseconds. */
export const settlingTime = 120;

export interface FlameCanvasEvents {
  /** The width of the graph in CSS pixels: called at first, and when it changes. */
  readonly onResize: (pixels: number) => void;
  readonly onDrawn: () => void;
}

/**
 * The canvas of a flame graph within its scrolling element. It draws what `show` was last called with: at most once
 * in each animation frame, and again when the user scrolls or resizes it and when the theme changes.
 */
export class FlameCanvas {
  readonly #transition: Transition;
  readonly #resizes: ResizeObserver;
  readonly #stopTheme: () => void;
  readonly #stopDensity: () => void;
  #painter: Painter | null = null;
  #shown: Shown | null = null;
  /**
   * The earlier picture, which is drawn while zooming in: the new one lacks frames that are still in sight at the
   * edges.
   */
  #outgoing: PictureAnswer | null = null;
  #scheduled = 0;
  /** The timer that runs until the picture is still; 0 when it is. */
  #settling: ReturnType<typeof setTimeout> | 0 = 0;
  #width = 0;
  #height = 0;

  constructor(
    private readonly scroller: HTMLElement,
    private readonly canvas: HTMLCanvasElement,
    private readonly names: Names,
    private readonly latest: { readonly current: FlameCanvasEvents },
  ) {
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

  /** Draws this from now on, and moves to the window smoothly. */
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
    // The user waits for the first picture: it is drawn at once.
    if (previous === null) this.#draw();
    else this.#schedule();
  }

  get rows(): RowLayout {
    const count = this.#shown === null ? 0 : rowCount(this.#shown.picture);
    return new RowLayout(this.#shown?.direction ?? 'down', count, this.#height);
  }

  /** The window that is on screen at this moment, perhaps on the way to another. */
  get window(): FlameWindow {
    return this.#transition.current;
  }

  get width(): number {
    return this.#width;
  }

  /** Shows another window of the same picture at once, as the user drags it. */
  jump(window: FlameWindow): void {
    this.#transition.jump(window);
  }

  scrollBy(pixels: number): void {
    this.scroller.scrollTop += pixels;
  }

  reveal(row: number): void {
    const top = this.rows.top(row);
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop) this.scroller.scrollTop = top - rowHeight;
    else if (top + rowHeight > scrollTop + clientHeight)
      this.scroller.scrollTop = top + 2 * rowHeight - clientHeight;
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
    this.scroller.scrollTop = this.rows.direction === 'down' ? 0 : this.rows.height;
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.scroller;
    if (clientWidth !== this.#width && clientWidth > 0) this.latest.current.onResize(clientWidth);
    const isLower = clientHeight < this.#height;
    this.#width = clientWidth;
    this.#height = clientHeight;
    // What is known of the selected frame takes room below.
    if (isLower && this.#shown !== null && this.#shown.selected !== -1)
      this.reveal(rowOf(this.#shown.picture, this.#shown.selected));
    this.canvas.style.width = `${clientWidth}px`;
    this.canvas.style.height = `${clientHeight}px`;
    this.canvas.style.marginBottom = `-${clientHeight}px`;
    // A resized canvas is empty. To wait for the next animation frame would flicker.
    this.#draw();
  }

  /** Draws with fewer details as long as the picture moves, then with all. */
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
    const { scrollTop } = this.scroller;
    const fineness = this.#settling === 0 ? 'still' : 'moving';
    const size = { width: this.#width, height: this.#height };
    const place = { window, rows: this.rows, scrollTop, fineness, ...size } as const;
    const picture = this.#outgoing;
    const isZoomingIn = picture !== null && span(picture.window) > span(this.#shown.picture.window);
    if (isZoomingIn && this.#transition.isMoving) {
      painter.draw({ ...this.#shown, picture, selected: -1, hovered: -1, atCursor: [], ...place });
      return;
    }
    this.#outgoing = null;
    painter.draw({ ...this.#shown, ...place });
    this.latest.current.onDrawn();
  }

  #painterNow(): Painter | null {
    if (this.#painter === null) {
      const context = this.canvas.getContext('2d', { alpha: true });
      if (context === null) return null;
      this.#painter = new Painter(this.canvas, context, this.names, readTheme());
    }
    return this.#painter;
  }
}

function span({ left, right }: FlameWindow): number {
  return right - left;
}
