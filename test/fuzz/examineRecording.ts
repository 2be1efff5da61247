import { sentence } from '../../src/base/result.ts';
import { foreignFormat, otherFile, readForeignText, type TextFormat } from '../../src/foreign/readForeign.ts';
import { isText } from '../foreign/recordings.ts';
import type { Examined } from './examine.ts';
import { brokenRule } from './invariants.ts';

const formats: readonly TextFormat[] = ['folded', 'perf-script', 'v8-cpu', 'v8-heap', 'speedscope'];

/**
 * Reads an input as a recording, and asks questions if it was accepted. An exception is a fault, so this never throws.
 *
 * @param part which questions; see `brokenRule`. Some inputs are read in a format that they do not look like
 */
export function examineRecording(bytes: Uint8Array, part: number | 'all' = 'all'): Examined {
  try {
    const known = foreignFormat(bytes);
    const other = otherFile(bytes);
    if (other !== null && !isSentence(sentence(other))) return wrong(`not a sentence: ${sentence(other)}`);
    const isForced = part !== 'all' && part % 11 === 0;
    const format = isForced ? formats[Math.floor(part / 11) % formats.length]! : known;
    if (!isText(format)) {
      const refused = { code: 'not-a-profile', template: '', args: [] };
      return { read: { ok: false, problem: refused }, wrong: null };
    }
    const read = readForeignText(bytes, format);
    if (read.ok) return { read, wrong: brokenRule(read.value, part) };
    const said = sentence(read.problem);
    return { read, wrong: isSentence(said) ? null : `not a sentence: ${said}` };
  } catch (error) {
    return wrong(`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}

function isSentence(text: string): boolean {
  return /^[A-Z].*\.$/s.test(text);
}

function wrong(what: string): Examined {
  return { read: { ok: false, problem: { code: 'wrong', template: '', args: [] } }, wrong: what };
}
