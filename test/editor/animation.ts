/** Pictures that follow each other, in one PNG file: what browsers, GitHub, and the pages of extensions play. */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { chunkBytes, chunksOf, signature, smallerPng } from './smallerPng.ts';

interface Shown {
  readonly png: Buffer;
  readonly seconds: number;
}

/** Takes pictures of the whole window on the way. All have one size. */
export class Animation {
  readonly #pictures: Shown[] = [];

  constructor(private readonly page: Page) {}

  /** Takes one, once what moves has come to rest. */
  async take(seconds: number): Promise<void> {
    await sleep(1200);
    this.#pictures.push({
      png: smallerPng(await this.page.screenshot({ scale: 'css', caret: 'hide' })),
      seconds,
    });
  }

  write(path: string): void {
    writeFileSync(path, animatedPng(this.#pictures));
  }
}

/** An animation that begins again at its end. Whoever cannot play it shows its first picture. */
export function animatedPng(pictures: readonly Shown[]): Buffer {
  let next = 0;
  const parts = pictures.flatMap(({ png, seconds }, i) => {
    const chunks = chunksOf(png);
    const header = chunks.find(({ type }) => type === 'IHDR')!.data;
    const data = Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
    const control = Buffer.alloc(26);
    control.writeUInt32BE(next++, 0);
    header.copy(control, 4, 0, 8);
    control.writeUInt16BE(Math.round(seconds * 10), 20);
    control.writeUInt16BE(10, 22);
    const shown = { type: 'fcTL', data: control };
    if (i === 0) {
      const count = Buffer.alloc(8);
      count.writeUInt32BE(pictures.length, 0);
      return [{ type: 'IHDR', data: header }, { type: 'acTL', data: count }, shown, { type: 'IDAT', data }];
    }
    const number = Buffer.alloc(4);
    number.writeUInt32BE(next++, 0);
    return [shown, { type: 'fdAT', data: Buffer.concat([number, data]) }];
  });
  return Buffer.concat([
    Buffer.from(signature),
    ...[...parts, { type: 'IEND', data: Buffer.alloc(0) }].map(chunkBytes),
  ]);
}
