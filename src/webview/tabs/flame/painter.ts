import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import type { Names } from '../../view/names.ts';
import type { Direction } from '../../view/savedView.ts';
import type { FrameColours } from './colours.ts';
import { type Coloured, FrameColouring } from './frameColouring.ts';
import { firstBeyond, hotPathIn, rowCount, rowOf } from './geometry.ts';
import { Labels, narrowestLabel } from './labels.ts';
import { type RowLayout, rowHeight } from './rows.ts';
import type { PageTheme } from './theme.ts';

const labelMargin = 5;
/** Width of the line along the hot path, in CSS pixels. */
const hotLine = 2;
/** Width of the mark on frames at the editor's cursor, in CSS pixels. */
const caretWidth = 3;

/**
 * Frames narrower than `narrow` CSS pixels that are side by side are drawn as one, until they are `run` wide
 * together. A row can have thousands of them, which could not be told apart, and each takes as long to draw as a wide
 * one. While the picture moves there is less time for a drawing, so more frames are drawn as one.
 */
const finenesses = {
  still: { narrow: 1.5, run: 3 },
  moving: { narrow: 4, run: 10 },
} as const;

/** What a page decides of the drawing of its graph. */
export interface Shown extends Coloured {
  readonly direction: Direction;
  readonly rootLabel: string;
  /** Frames of the picture; -1 for none. */
  readonly selected: number;
  readonly hovered: number;
  /** The frames of the functions whose lines the editor's cursor is in. */
  readonly atCursor: readonly number[];
}

/** Everything that a drawing depends on. */
export interface Scene extends Shown {
  /** The part of the graph to draw. In a transition it is not yet the picture's own window. */
  readonly window: FlameWindow;
  readonly rows: RowLayout;
  readonly scrollTop: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly fineness: keyof typeof finenesses;
}

/**
 * Draws scenes onto a canvas, in one theme. It keeps the labels that it has measured and the colours that it has
 * made.
 */
export class Painter {
  readonly #labels: Labels;
  readonly #colouring: FrameColouring;
  /** Device pixels per CSS pixel. */
  #density = 1;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly context: CanvasRenderingContext2D,
    names: Names,
    private readonly theme: PageTheme,
  ) {
    this.#colouring = new FrameColouring(names, theme.kind);
    context.font = theme.font;
    this.#labels = new Labels(names, (text) => context.measureText(text).width);
  }

  draw(scene: Scene): void {
    this.#fitCanvas(scene);
    const context = this.context;
    context.clearRect(0, 0, scene.width, scene.height);
    context.font = this.theme.font;
    context.textBaseline = 'middle';
    const { first, last } = scene.rows.between(scene.scrollTop, scene.scrollTop + scene.height);
    const [firstRow, lastRow] = [first, Math.min(last, rowCount(scene.picture) - 1)];
    const coloursOf = this.#colouring.of(scene);
    const inlinedSeams = new Path2D();
    for (let row = firstRow; row <= lastRow; row++) this.#drawRow(scene, row, coloursOf, inlinedSeams);
    this.#drawSeams(inlinedSeams);
    this.#drawHotPath(scene);
    this.#drawAtCursor(scene, firstRow, lastRow);
    this.#drawSameName(scene, firstRow, lastRow);
    if (scene.hovered !== -1) this.#outline(scene, scene.hovered, this.theme.foreground, 1);
    if (scene.selected !== -1) this.#outline(scene, scene.selected, this.theme.focus, 2);
  }

  #fitCanvas({ width, height }: Scene): void {
    this.#density = globalThis.devicePixelRatio || 1;
    const deviceWidth = Math.round(width * this.#density);
    const deviceHeight = Math.round(height * this.#density);
    if (this.canvas.width !== deviceWidth || this.canvas.height !== deviceHeight) {
      this.canvas.width = deviceWidth;
      this.canvas.height = deviceHeight;
    }
    this.context.setTransform(this.#density, 0, 0, this.#density, 0, 0);
  }

  #drawRow(
    scene: Scene,
    row: number,
    coloursOf: (frame: number) => FrameColours,
    inlinedSeams: Path2D,
  ): void {
    const { picture, window, rows, scrollTop, width } = scene;
    const { lefts, widths } = picture;
    const { narrow, run } = finenesses[scene.fineness];
    const top = rows.top(row) - scrollTop;
    // The edge towards the caller.
    const seam = rows.direction === 'down' ? top + 0.5 : top + rowHeight - 1.5;
    const scale = width / (window.right - window.left);
    const end = picture.rowStart[row + 1]!;
    /** A run of narrow frames: the frame that gives it its colour (-1 for no run), and its edges. */
    let runFrame = -1;
    let runLeft = 0;
    let runRight = 0;
    for (let frame = firstBeyond(picture, row, window.left); frame < end; frame++) {
      if (lefts[frame]! >= window.right) break;
      const start = (lefts[frame]! - window.left) * scale;
      const left = Math.max(start, 0);
      const right = Math.min(start + widths[frame]! * scale, width);
      const isNarrow = right - left < narrow;
      if (runFrame !== -1 && (!isNarrow || left - runRight > narrow || runRight - runLeft >= run)) {
        this.#drawNarrow(coloursOf(runFrame), runLeft, runRight, top);
        runFrame = -1;
      }
      if (!isNarrow) {
        this.#drawWide(scene, frame, coloursOf(frame), this.#snap(left), this.#snap(right), top);
        if (picture.inlined[frame] !== 0 && right - left > 5) {
          inlinedSeams.moveTo(this.#snap(left) + 1, seam);
          inlinedSeams.lineTo(this.#snap(right) - 2, seam);
        }
        continue;
      }
      if (runFrame === -1) {
        runFrame = frame;
        runLeft = left;
      } else if (this.#outshines(scene, frame, runFrame)) {
        runFrame = frame;
      }
      runRight = right;
    }
    if (runFrame !== -1) this.#drawNarrow(coloursOf(runFrame), runLeft, runRight, top);
  }

  /** Whether a run gets the colour of the first frame rather than of the second: a match must stay visible. */
  #outshines({ picture, matched }: Scene, frame: number, other: number): boolean {
    if (matched !== null) {
      const difference = matched[picture.nameIndexes[frame]!]! - matched[picture.nameIndexes[other]!]!;
      if (difference !== 0) return difference > 0;
    }
    return picture.widths[frame]! > picture.widths[other]!;
  }

  #drawNarrow({ fill, border }: FrameColours, left: number, right: number, top: number): void {
    const start = this.#snap(left);
    // In themes with borders, a frame without room for a border is drawn in the border's colour.
    this.context.fillStyle = border ?? fill;
    this.context.fillRect(start, top, Math.max(this.#snap(right) - start, 0.5), rowHeight - 1);
  }

  #drawWide(
    scene: Scene,
    frame: number,
    { fill, border, text }: FrameColours,
    left: number,
    right: number,
    top: number,
  ): void {
    const context = this.context;
    // A gap of a pixel separates frames, unless it would take most of the frame.
    const width = Math.max(right - left > 3 ? right - left - 1 : right - left, 0.5);
    context.fillStyle = fill;
    context.fillRect(left, top, width, rowHeight - 1);
    if (border !== null && width > 2) {
      context.strokeStyle = border;
      context.lineWidth = 1;
      context.strokeRect(left + 0.5, top + 0.5, width - 1, rowHeight - 2);
    }
    if (width < narrowestLabel) return;
    const room = width - 2 * labelMargin;
    const label =
      frame === 0
        ? this.#labels.fitRoot(scene.rootLabel, room)
        : this.#labels.fit(scene.picture.nameIndexes[frame]!, room);
    if (label === '') return;
    context.fillStyle = text;
    context.fillText(label, left + labelMargin, top + rowHeight / 2);
  }

  /** Draws a dashed edge between each inlined frame and its caller. */
  #drawSeams(seams: Path2D): void {
    const context = this.context;
    context.save();
    context.setLineDash([3, 3]);
    context.globalAlpha = 0.6;
    context.lineWidth = 1;
    context.strokeStyle = this.theme.foreground;
    context.stroke(seams);
    context.restore();
  }

  /** A line along the left edges of the hot path, which are above one another: the widest callee is the first one. */
  #drawHotPath({ picture, window, rows, scrollTop, width }: Scene): void {
    const path = hotPathIn(picture, window);
    const [first, last] = [path[0], path.at(-1)];
    if (first === undefined || last === undefined) return;
    const left = Math.max(0, ((picture.lefts[first]! - window.left) / (window.right - window.left)) * width);
    const [begin, end] = [rows.top(rowOf(picture, first)), rows.top(rowOf(picture, last))];
    this.context.fillStyle = this.theme.foreground;
    const top = Math.min(begin, end) - scrollTop;
    this.context.fillRect(this.#snap(left), top, hotLine, Math.abs(end - begin) + rowHeight - 1);
  }

  /** Marks the frames at the editor's cursor: a caret at the left edge, and a line around the frame. */
  #drawAtCursor(scene: Scene, firstRow: number, lastRow: number): void {
    const { picture, window, atCursor } = scene;
    const scale = scene.width / (window.right - window.left);
    for (const frame of atCursor) {
      const row = rowOf(picture, frame);
      const left = (picture.lefts[frame]! - window.left) * scale;
      const width = picture.widths[frame]! * scale;
      if (row < firstRow || row > lastRow || left + width < 0 || left > scene.width || width < 1) continue;
      if (width > 3 * caretWidth) this.#outline(scene, frame, this.theme.caret, 1);
      this.context.fillStyle = this.theme.caret;
      const top = scene.rows.top(row) - scene.scrollTop;
      this.context.fillRect(this.#snap(Math.max(left, 0)), top, Math.min(caretWidth, width), rowHeight - 1);
    }
  }

  /** Marks all frames of the function under the pointer. */
  #drawSameName(scene: Scene, firstRow: number, lastRow: number): void {
    const { picture, window, hovered } = scene;
    if (hovered <= 0) return;
    const nameIndex = picture.nameIndexes[hovered]!;
    for (let row = firstRow; row <= lastRow; row++) {
      const end = picture.rowStart[row + 1]!;
      for (let frame = firstBeyond(picture, row, window.left); frame < end; frame++) {
        if (picture.lefts[frame]! >= window.right) break;
        if (picture.nameIndexes[frame] === nameIndex) this.#outline(scene, frame, this.theme.foreground, 1);
      }
    }
  }

  #outline(scene: Scene, frame: number, colour: string, thickness: number): void {
    const { picture, window } = scene;
    const scale = scene.width / (window.right - window.left);
    const start = (picture.lefts[frame]! - window.left) * scale;
    const left = this.#snap(Math.max(start, 0));
    const right = this.#snap(Math.min(start + picture.widths[frame]! * scale, scene.width));
    const top = scene.rows.top(rowOf(picture, frame)) - scene.scrollTop;
    const context = this.context;
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    const inset = thickness / 2;
    const width = Math.max(right - left - 1, 2);
    context.strokeRect(left + inset, top + inset, width - thickness, rowHeight - 1 - thickness);
  }

  #snap(pixels: number): number {
    return Math.round(pixels * this.#density) / this.#density;
  }
}
