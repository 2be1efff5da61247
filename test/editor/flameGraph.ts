import type { Frame } from 'playwright-core';
import type { PublishedFrame as DrawnFrame } from '../../src/webview/tabs/flame/publishedFrames.ts';
import { nextPicture } from '../webview/openTab.ts';

/** The flame graph page inside its webview. */
export class FlameGraph {
  readonly frame: Frame;

  constructor(frame: Frame) {
    this.frame = frame;
  }

  /** The rectangles now drawn, as the page tells them. */
  async frames(): Promise<DrawnFrame[]> {
    return this.frame.evaluate(() => {
      const lens: unknown = Reflect.get(globalThis, 'pprofLens');
      if (typeof lens !== 'object' || lens === null || !('frames' in lens)) return [];
      return typeof lens.frames === 'function' ? lens.frames() : [];
    });
  }

  /**
   * Moves the mouse down the graph where the frame's column is, until the page says that it is there.
   * How tall rows are is the page's business.
   */
  async pointAt(wanted: DrawnFrame): Promise<{ x: number; y: number }> {
    const canvas = this.frame.locator('canvas').first();
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('The flame graph is not in view.');
    const x = box.x + (wanted.x + wanted.width / 2) * box.width;
    for (let y = box.y + 4; y < box.y + box.height; y += 8) {
      await this.frame.page().mouse.move(x, y);
      await nextPicture(this.frame);
      if (!(await this.frame.getByText(wanted.name, { exact: true }).first().isVisible())) continue;
      // The row may have begun anywhere in this step: its edge is no place to click.
      await this.frame.page().mouse.move(x, y + 6);
      return { x, y: y + 6 };
    }
    throw new Error(`The mouse did not find ${wanted.name} in the flame graph.`);
  }
}
