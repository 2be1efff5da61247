/** Hand-made profiles of the shop in the workspace: their costs are known, and their lines are in its shop.go. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { profileBytes, type SampleSpec } from '../pprof/builder.ts';
import type { Editor } from './harness.ts';

/** The shop's source, in the workspace's folder. */
export const source = 'shop.go';
export const handler = 'example.com/template.(*Shop).ServeHTTP';
export const tagged = 'example.com/template.(*Shop).tagged';
/** Lines of shop.go, from 1. */
export const parseLine = 39;
export const pageLine = 49;
export const containsLine = 68;

/** A value and a stack, leaf first: `slices.Contains < pkg.function@12 < main.main`; `@12` is a line of shop.go. */
export type ShopSample = readonly [number, string];

export const cpuSamples: readonly ShopSample[] = [
  [60, `html/template.ParseFiles < ${handler}@${parseLine} < main.main`],
  [30, `slices.Contains < ${tagged}@${containsLine} < ${handler}@${pageLine} < main.main`],
  [10, 'runtime.gcBgMarkWorker'],
];

/** A profile of the workspace's own shop.go; its values of `type` are ten million times the samples'. */
export function shopProfile(
  editor: Pick<Editor, 'workspace'>,
  type: string,
  samples: readonly ShopSample[],
): Buffer {
  return gzipSync(
    profileBytes({
      sampleTypes: ['samples/count', type],
      samples: samples.map(
        ([value, stack]): SampleSpec => ({ values: [value, value * 1e7], stack: stackOf(editor, stack) }),
      ),
    }),
  );
}

/** The same of CPU time alone, as stores answer. */
export function shopCpuTime(editor: Pick<Editor, 'workspace'>, samples: readonly ShopSample[]): Uint8Array {
  return profileBytes({
    sampleTypes: ['cpu/nanoseconds'],
    samples: samples.map(([value, stack]) => ({ values: [value * 1e7], stack: stackOf(editor, stack) })),
  });
}

function stackOf({ workspace }: Pick<Editor, 'workspace'>, text: string): string[] {
  const file = join(workspace, source);
  return text.split(' < ').map((frame) => frame.replace('@', ` ${file}:`));
}

/** Writes a file of the workspace. */
export function write(editor: Pick<Editor, 'workspace'>, name: string, bytes: Uint8Array | string): void {
  writeFileSync(join(editor.workspace, name), bytes);
}
