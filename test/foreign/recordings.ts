/**
 * Recordings that other profilers have made of the small programs in test/foreign/shop, and what a reader of a few lines
 * finds in them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentence } from '../../src/base/result.ts';
import {
  type ForeignFormat,
  foreignFormat,
  readForeignText,
  type TextFormat,
} from '../../src/foreign/readForeign.ts';
import { int64At } from '../../src/pprof/columns.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { succeeded } from '../why.ts';

export function recordingPath(name: string): string {
  return join(import.meta.dirname, 'recordings', name);
}

export function recording(name: string): Uint8Array {
  return readFileSync(recordingPath(name));
}

/** Whether a recording can be read without a program. */
export function isText(format: ForeignFormat | null): format is TextFormat {
  return format !== null && format !== 'perf-data' && format !== 'go-trace';
}

/** The profile of a text in one of the formats that need no program. */
export function profileOfText(text: string | Uint8Array): Profile {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const format = foreignFormat(bytes);
  if (!isText(format)) throw new Error(`it is ${format}`);
  return succeeded(readForeignText(bytes, format));
}

/** The sentence that says why a text is refused. */
export function refusalOf(text: string, format: TextFormat): string {
  const read = readForeignText(Buffer.from(text), format);
  if (read.ok) throw new Error('it was read');
  return sentence(read.problem);
}

/** The stacks of a profile as folded lines, with the values of one type; sorted. */
export function foldedLines(profile: Profile, type: number): string[] {
  const { samples, locations, functions, strings } = profile;
  const types = profile.sampleTypes.length;
  const lines: string[] = [];
  for (let sample = 0; sample < samples.count; sample++) {
    const names: string[] = [];
    for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
      const location = samples.locations[i]!;
      const [first, end] = [locations.lineStart[location]!, locations.lineStart[location + 1]!];
      if (first === end) names.push('?');
      for (let line = first; line < end; line++) {
        names.push(strings.get(functions.name[locations.lineFunction[line]!]!));
      }
    }
    const value = int64At(samples.values, sample * types + type);
    if (value !== 0n) lines.push(`${names.reverse().join(';')} ${value}`);
  }
  return lines.sort();
}

/** `function file:line value` of the leaf's innermost function, for each sample that has a line; sorted. */
export function leafLines(profile: Profile): string[] {
  const { samples, locations, functions, strings } = profile;
  const lines = new Set<string>();
  for (let sample = 0; sample < samples.count; sample++) {
    for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
      const location = samples.locations[i]!;
      for (let line = locations.lineStart[location]!; line < locations.lineStart[location + 1]!; line++) {
        const func = locations.lineFunction[line]!;
        const file = strings.get(functions.filename[func]!);
        const at = locations.lineNumber.approximate[line]!;
        lines.add(`${strings.get(functions.name[func]!)} ${file}:${at}`);
      }
    }
  }
  return [...lines].sort();
}
