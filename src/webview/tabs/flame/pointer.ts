import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import type { PictureAnswer } from '../../engine/questions.ts';
import type { FlameCanvas } from './flameCanvas.ts';
import { frameAt } from './geometry.ts';

/** A press that moves farther than this, in pixels, is a drag instead of a click. */
const dragThreshold = 4;
/** The narrowest window that the wheel zooms to, as a share of the graph. */
const narrowestWindow = 1e-8;

/** What the user does with the graph. Frames are of its picture; -1 for none. */
export interface FlameEvents {
  readonly onSelect: (frame: number) => void;
  readonly onZoom: (frame: number) => void;
  readonly onOpen: (frame: number) => void;
  /** The user has dragged or wheeled to another part of the graph. */
  readonly onWindow: (window: FlameWindow) => void;
  /** The user wants the menu of a frame, at a point of the screen. */
  readonly onMenu: (frame: number, x: number, y: number) => void;
  /** The pointer is on a frame, or on none, at a point of the screen. */
  readonly onHover: (frame: number, x: number, y: number) => void;
}

/** The graph that the pointer is on, as it is now. */
interface LatestGraph {
  readonly current: FlameEvents & { readonly shown: { readonly picture: PictureAnswer } };
}

interface Press {
  readonly x: number;
  readonly y: number;
  readonly window: FlameWindow;
}

/**
 * Handles the pointer on the graph, until the function that is returned is called:
 *
 * - click: select the frame and zoom to it;
 * - click with Ctrl or Cmd, or double click: open its source (the first click of a double click zooms, and the frame
 *   is still under the pointer for the second);
 * - right click: the menu;
 * - drag: pan; wheel with Ctrl or Cmd (or a pinch): zoom around the pointer; sideways wheel: pan.
 */
export function watchPointer(element: HTMLElement, canvas: FlameCanvas, graph: LatestGraph): () => void {
  const watch = new PointerWatch(element, canvas, graph);
  const { signal, abort } = watch.stop;
  element.addEventListener('pointerdown', (event) => watch.press(event), { signal });
  element.addEventListener('pointermove', (event) => watch.move(event), { signal });
  element.addEventListener('pointercancel', () => watch.release(), { signal });
  element.addEventListener('pointerleave', () => graph.current.onHover(-1, 0, 0), { signal });
  element.addEventListener('click', (event) => watch.click(event), { signal });
  element.addEventListener('dblclick', (event) => watch.doubleClick(event), { signal });
  element.addEventListener('contextmenu', (event) => watch.menu(event), { signal });
  // Not passive: the handler must be able to prevent the zoom of the whole page.
  element.addEventListener('wheel', (event) => watch.wheel(event), { signal, passive: false });
  return abort.bind(watch.stop);
}

class PointerWatch {
  readonly stop = new AbortController();
  #pressed: Press | null = null;
  #isDragging = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly canvas: FlameCanvas,
    private readonly graph: LatestGraph,
  ) {}

  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#pressed = { x: event.clientX, y: event.clientY, window: this.canvas.window };
    this.#isDragging = false;
  }

  release(): void {
    this.#pressed = null;
    this.#isDragging = false;
  }

  move(event: PointerEvent): void {
    if (event.buttons === 0) this.#pressed = null;
    const press = this.#pressed;
    if (press === null || !this.#drags(event, press)) {
      this.graph.current.onHover(this.#frameUnder(event), event.clientX, event.clientY);
      return;
    }
    const share = (press.x - event.clientX) / this.canvas.width;
    this.#moveTo(shifted(press.window, share * (press.window.right - press.window.left)));
    this.canvas.scrollBy(-event.movementY);
  }

  click(event: MouseEvent): void {
    const wasDragging = this.#isDragging;
    this.release();
    if (wasDragging) return;
    const frame = this.#frameUnder(event);
    this.graph.current.onSelect(frame);
    if (frame === -1) return;
    if (event.ctrlKey || event.metaKey) this.graph.current.onOpen(frame);
    else if (event.detail <= 1) this.graph.current.onZoom(frame);
  }

  doubleClick(event: MouseEvent): void {
    const frame = this.#frameUnder(event);
    if (frame !== -1 && !event.ctrlKey && !event.metaKey) this.graph.current.onOpen(frame);
  }

  menu(event: MouseEvent): void {
    // Not for the menu key, whose event has no place: keys.ts handles it.
    const frame = event.button === 2 ? this.#frameUnder(event) : -1;
    if (frame === -1) return;
    event.preventDefault();
    this.graph.current.onHover(-1, 0, 0);
    this.graph.current.onSelect(frame);
    this.graph.current.onMenu(frame, event.clientX, event.clientY);
  }

  wheel(event: WheelEvent): void {
    const { window, width } = this.canvas;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const at = (event.clientX - this.element.getBoundingClientRect().left) / width;
      this.#moveTo(scaled(window, at, Math.exp(event.deltaY * 0.004)));
      return;
    }
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    const downwards = event.shiftKey ? 0 : event.deltaY;
    if (Math.abs(sideways) <= Math.abs(downwards)) return;
    event.preventDefault();
    this.#moveTo(shifted(window, (sideways / width) * (window.right - window.left)));
  }

  #drags(event: PointerEvent, press: Press): boolean {
    if (this.#isDragging) return true;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    // The browser handles the drag of a finger: it scrolls.
    if (distance <= dragThreshold || event.pointerType !== 'mouse') return false;
    this.#isDragging = true;
    this.element.setPointerCapture(event.pointerId);
    this.graph.current.onHover(-1, 0, 0);
    return true;
  }

  #moveTo(window: FlameWindow): void {
    const now = this.canvas.window;
    if (window.left === now.left && window.right === now.right) return;
    this.canvas.jump(window);
    this.graph.current.onWindow(window);
  }

  #frameUnder(event: MouseEvent): number {
    const bounds = this.element.getBoundingClientRect();
    const { window, width, rows } = this.canvas;
    const share = window.left + ((event.clientX - bounds.left) / width) * (window.right - window.left);
    return frameAt(this.graph.current.shown.picture, rows.at(event.clientY - bounds.top), share);
  }
}

/** The window after a move by a share of the graph's width; it stays within the graph. */
export function shifted({ left, right }: FlameWindow, by: number): FlameWindow {
  const span = right - left;
  const moved = Math.min(Math.max(left + by, 0), 1 - span);
  return { left: moved, right: moved + span };
}

/** The window after it gets `factor` times as wide; the point at `at` (0 to 1 of its width) stays in place. */
export function scaled({ left, right }: FlameWindow, at: number, factor: number): FlameWindow {
  const span = Math.min(Math.max((right - left) * factor, narrowestWindow), 1);
  const fixed = left + at * (right - left);
  return shifted({ left: fixed - at * span, right: fixed + (1 - at) * span }, 0);
}
