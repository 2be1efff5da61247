import { sentence } from '../../src/base/result.ts';
import { foreignFormat, otherFile, readForeignText, type TextFormat } from '../../src/foreign/readForeign.ts';
import { isText } from '../foreign/recordings.ts';
import { type Examined, noProfile, thrown, wrongSentence } from './examine.ts';
import { brokenRule } from './invariants.ts';

const formats: readonly TextFormat[] = [
  'folded',
  'perf-script',
  'v8-cpu',
  'v8-heap',
  'speedscope',
  'firefox',
  'otel',
];

/**
 * Reads an input as a recording, and asks questions if it was accepted. An exception is a fault, so this never throws.
 *
 * @param part which questions; see `brokenRule`. Some inputs are read in a format that they do not look like
 */
export function examineRecording(bytes: Uint8Array, part: number | 'all' = 'all'): Examined {
  try {
    const known = foreignFormat(bytes);
    const other = otherFile(bytes);
    const wrong = other === null ? null : wrongSentence(sentence(other));
    if (wrong !== null) return { read: noProfile, wrong };
    const isForced = part !== 'all' && part % 11 === 0;
    const format = isForced ? formats[Math.floor(part / 11) % formats.length]! : known;
    if (!isText(format)) return { read: noProfile, wrong: null };
    const read = readForeignText(bytes, format);
    return { read, wrong: read.ok ? brokenRule(read.value, part) : wrongSentence(sentence(read.problem)) };
  } catch (error) {
    return { read: noProfile, wrong: thrown(error) };
  }
}
