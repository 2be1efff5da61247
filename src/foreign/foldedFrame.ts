import type { FramePlace, SourceFrame } from './stackProfile.ts';

/** What `stackcollapse-perf.pl` and async-profiler put behind names: how the code was compiled, or that it is the kernel's. */
const marks = /_\[(?:k|j|i|0|1|p)\]$/;
const kernelMark = '_[k]';
const kernel = '[kernel.kallsyms]';

/**
 * What a frame of folded stacks says. Some profilers add where it is: `parse (app/parse.py:12)` (py-spy), `parse -
 * app/parse.rb:12` (rbspy), `app/parse.py:parse:12` (Austin), `parse:parse.c:12` (perf with `--srcline`).
 */
export function foldedFrame(text: string): FramePlace {
  const object = text.endsWith(kernelMark) ? kernel : '';
  return { address: 0n, object, frames: [sourceFrame(text.replace(marks, ''))] };
}

function sourceFrame(text: string): SourceFrame {
  return inBrackets(text) ?? afterDash(text) ?? withColons(text) ?? { name: text, file: '', line: 0 };
}

function inBrackets(text: string): SourceFrame | null {
  if (!text.endsWith(')')) return null;
  const open = text.lastIndexOf(' (');
  const place = open < 1 ? null : fileAndLine(text.slice(open + 2, -1));
  return place === null ? null : { name: text.slice(0, open), ...place };
}

function afterDash(text: string): SourceFrame | null {
  const dash = text.lastIndexOf(' - ');
  const place = dash < 1 ? null : fileAndLine(text.slice(dash + 3));
  return place === null ? null : { name: text.slice(0, dash), ...place };
}

function withColons(text: string): SourceFrame | null {
  const last = splitLine(text);
  if (last === null) return null;
  const colon = last.rest.lastIndexOf(':');
  const [left, right] = [last.rest.slice(0, colon), last.rest.slice(colon + 1)];
  if (colon < 1 || right === '') return null;
  if (isFile(right)) return { name: left, file: right, line: last.line };
  return isFile(left) ? { name: right, file: left, line: last.line } : null;
}

function fileAndLine(text: string): { file: string; line: number } | null {
  const last = splitLine(text);
  return last === null || !isFile(last.rest) ? null : { file: last.rest, line: last.line };
}

/** No file has so many lines. */
const mostDigits = 9;

function splitLine(text: string): { rest: string; line: number } | null {
  const colon = text.lastIndexOf(':');
  const digits = text.slice(colon + 1);
  if (colon < 1 || digits.length > mostDigits || !/^\d+$/.test(digits)) return null;
  return { rest: text.slice(0, colon), line: Number(digits) };
}

/** Whether a text ends like the name of a source file. `std::vector` does not. */
function isFile(text: string): boolean {
  const dot = text.lastIndexOf('.');
  const ending = text.slice(dot + 1);
  return dot > 0 && ending.length <= 5 && /^[A-Za-z][A-Za-z0-9+]*$/.test(ending);
}
