import type { FlameWindow } from '../../analysis/flamePicture.ts';
import type { Names } from '../names.ts';
import type { PageTheme } from '../theme.ts';
import { type Coloured, FrameColouring } from './frameColouring.ts';
import { firstBeyond, rowCount, rowOf } from './geometry.ts';
import { Labels, narrowestLabel } from './labels.ts';
import { type RowPlaces, rowHeight } from './rows.ts';

const labelMargin = 5;

/** Everything a drawing depends on. */
export interface Scene extends Coloured {
  /** What of the graph is seen now; in a transition not (yet) the picture's own window. */
  readonly window: FlameWindow;
  readonly rows: RowPlaces;
  readonly scrollTop: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly rootLabel: string;
  /** Frames of the picture, -1 for none. */
  readonly selected: number;
  readonly hovered: number;
}

/** Draws scenes onto a canvas. Keeps measured labels and colours for as long as the theme stays. */
export class Painter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #theme: PageTheme;
  readonly #labels: Labels;
  readonly #colouring: FrameColouring;
  /** Device pixels per CSS pixel. */
  #density = 1;

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, names: Names, theme: PageTheme) {
    this.#canvas = canvas;
    this.#context = context;
    this.#theme = theme;
    this.#colouring = new FrameColouring(names, theme.kind);
    context.font = theme.font;
    this.#labels = new Labels(names, (text) => context.measureText(text).width);
  }

  draw(scene: Scene): void {
    this.#fitCanvas(scene);
    const context = this.#context;
    context.clearRect(0, 0, scene.width, scene.height);
    context.font = this.#theme.font;
    context.textBaseline = 'middle';
    const { first, last } = scene.rows.between(scene.scrollTop, scene.scrollTop + scene.height);
    const [firstRow, lastRow] = [first, Math.min(last, rowCount(scene.picture) - 1)];
    const inlinedSeams = new Path2D();
    for (let row = firstRow; row <= lastRow; row++) this.#drawRow(scene, row, inlinedSeams);
    this.#drawSeams(inlinedSeams);
    this.#drawSameEntry(scene, firstRow, lastRow);
    if (scene.hovered !== -1) this.#outline(scene, scene.hovered, this.#theme.foreground, 1);
    if (scene.selected !== -1) this.#outline(scene, scene.selected, this.#theme.focus, 2);
  }

  #fitCanvas({ width, height }: Scene): void {
    this.#density = globalThis.devicePixelRatio || 1;
    const deviceWidth = Math.round(width * this.#density);
    const deviceHeight = Math.round(height * this.#density);
    if (this.#canvas.width !== deviceWidth || this.#canvas.height !== deviceHeight) {
      this.#canvas.width = deviceWidth;
      this.#canvas.height = deviceHeight;
    }
    this.#context.setTransform(this.#density, 0, 0, this.#density, 0, 0);
  }

  #drawRow(scene: Scene, row: number, inlinedSeams: Path2D): void {
    const { picture, window, rows, scrollTop } = scene;
    const context = this.#context;
    const top = rows.top(row) - scrollTop;
    // The edge towards the caller.
    const seam = rows.direction === 'down' ? top + 0.5 : top + rowHeight - 1.5;
    const end = picture.rowStart[row + 1]!;
    for (let frame = firstBeyond(picture, row, window.left); frame < end; frame++) {
      if (picture.lefts[frame]! >= window.right) break;
      const { left, right } = this.#span(scene, frame);
      const colours = this.#colouring.of(scene, frame);
      // Neighbours are parted by a pixel unless that would eat up most of the frame.
      const width = right - left > 3 ? right - left - 1 : right - left;
      // Where borders tell frames from the page, a frame without room for one is nothing but border.
      context.fillStyle = width > 2 ? colours.fill : (colours.border ?? colours.fill);
      context.fillRect(left, top, width, rowHeight - 1);
      if (colours.border !== null && width > 2) {
        context.strokeStyle = colours.border;
        context.lineWidth = 1;
        context.strokeRect(left + 0.5, top + 0.5, width - 1, rowHeight - 2);
      }
      if (picture.inlined[frame] !== 0 && width > 4) {
        inlinedSeams.moveTo(left + 1, seam);
        inlinedSeams.lineTo(left + width - 1, seam);
      }
      if (width >= narrowestLabel) this.#drawLabel(scene, frame, colours.text, left, top, width);
    }
  }

  #drawLabel(scene: Scene, frame: number, colour: string, left: number, top: number, width: number): void {
    const room = width - 2 * labelMargin;
    const label = frame === 0 ? scene.rootLabel : this.#labels.fit(scene.picture.entries[frame]!, room);
    if (label === '') return;
    this.#context.fillStyle = colour;
    this.#context.fillText(label, left + labelMargin, top + rowHeight / 2);
  }

  /** The edge towards its caller is dashed where a frame was inlined into it. */
  #drawSeams(seams: Path2D): void {
    const context = this.#context;
    context.save();
    context.setLineDash([3, 3]);
    context.globalAlpha = 0.6;
    context.lineWidth = 1;
    context.strokeStyle = this.#theme.foreground;
    context.stroke(seams);
    context.restore();
  }

  /** The function under the pointer is marked wherever else it stands. */
  #drawSameEntry(scene: Scene, firstRow: number, lastRow: number): void {
    const { picture, window, hovered } = scene;
    if (hovered <= 0) return;
    const entry = picture.entries[hovered]!;
    for (let row = firstRow; row <= lastRow; row++) {
      const end = picture.rowStart[row + 1]!;
      for (let frame = firstBeyond(picture, row, window.left); frame < end; frame++) {
        if (picture.lefts[frame]! >= window.right) break;
        if (picture.entries[frame] === entry) this.#outline(scene, frame, this.#theme.foreground, 1);
      }
    }
  }

  #outline(scene: Scene, frame: number, colour: string, thickness: number): void {
    const { left, right } = this.#span(scene, frame);
    const top = scene.rows.top(rowOf(scene.picture, frame)) - scene.scrollTop;
    const context = this.#context;
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    const inset = thickness / 2;
    const width = Math.max(right - left - 1, 2);
    context.strokeRect(left + inset, top + inset, width - thickness, rowHeight - 1 - thickness);
  }

  /** A frame's edges in CSS pixels, on whole device pixels, cut off at the canvas. */
  #span(scene: Scene, frame: number): { left: number; right: number } {
    const { window, width, picture } = scene;
    const scale = width / (window.right - window.left);
    const left = (picture.lefts[frame]! - window.left) * scale;
    const right = left + picture.widths[frame]! * scale;
    const snappedLeft = this.#snap(Math.max(left, 0));
    return { left: snappedLeft, right: Math.max(this.#snap(Math.min(right, width)), snappedLeft + 0.5) };
  }

  #snap(pixels: number): number {
    return Math.round(pixels * this.#density) / this.#density;
  }
}
