import type { Frame } from 'playwright-core';
import type { PublishedFrame as DrawnFrame } from '../../src/webview/tabs/flame/publishedFrames.ts';
import { eventually } from '../eventually.ts';
import { nextPicture } from '../webview/openTab.ts';

/** The flame graph page inside its webview. */
export class FlameGraph {
  readonly frame: Frame;

  constructor(frame: Frame) {
    this.frame = frame;
  }

  /** The rectangles now drawn, as the page tells them, once there are some: a page that has just been given a profile has its title first. */
  async frames(): Promise<DrawnFrame[]> {
    return eventually('frames in the flame graph', async () => {
      const drawn = await this.frame.evaluate((): DrawnFrame[] => {
        const lens: unknown = Reflect.get(globalThis, 'pprofLens');
        if (typeof lens !== 'object' || lens === null || !('frames' in lens)) return [];
        return typeof lens.frames === 'function' ? lens.frames() : [];
      });
      return drawn.length > 0 && drawn;
    });
  }

  /**
   * Moves the mouse down the graph where the frame's column is, until the page says that it is there.
   * How tall rows are is the page's business.
   */
  async pointAt(wanted: DrawnFrame): Promise<{ x: number; y: number }> {
    return eventually(`the mouse on ${wanted.name} in the flame graph`, () => this.#lookFor(wanted));
  }

  async #lookFor(wanted: DrawnFrame): Promise<{ x: number; y: number } | undefined> {
    const canvas = this.frame.locator('canvas').first();
    const box = await canvas.boundingBox();
    if (box === null) return undefined;
    const x = box.x + (wanted.x + wanted.width / 2) * box.width;
    for (let y = box.y + 4; y < box.y + box.height; y += 8) {
      await this.frame.page().mouse.move(x, y);
      await nextPicture(this.frame);
      if (!(await this.frame.getByText(wanted.name, { exact: true }).first().isVisible())) continue;
      // The row may have begun anywhere in this step: its edge is no place to click.
      await this.frame.page().mouse.move(x, y + 6);
      return { x, y: y + 6 };
    }
    return undefined;
  }
}
