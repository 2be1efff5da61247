import type { Instruction, MachineSymbol } from '../../model.ts';
import type { InstructionAnswer } from '../engine/questions.ts';
import { listingRows } from './listingRows.ts';

/** A row of a symbol's listing. */
export type AssemblyRow =
  /** The line that the instructions below were compiled from, as far as the next of these. */
  | { readonly kind: 'place'; readonly instruction: Instruction }
  | {
      readonly kind: 'instruction';
      readonly instruction: Instruction;
      readonly flat: number;
      readonly cum: number;
    }
  /** Instructions that cost nothing, left out until asked for; by index, `last` included. */
  | { readonly kind: 'fold'; readonly first: number; readonly last: number };

/**
 * The rows of a symbol's listing, in the order of addresses: its instructions, those far from any cost folded, with a row
 * above wherever the line changes.
 *
 * @param unfolded indexes of the first instructions of the folds that are opened
 */
export function assemblyRows(
  { instructions }: MachineSymbol,
  costs: readonly InstructionAnswer[],
  unfolded: ReadonlySet<number>,
): AssemblyRow[] {
  const rows: AssemblyRow[] = [];
  let last: Instruction | null = null;
  // Folded as lines are, numbered from 1.
  const lines = costs.map(({ instruction, flat, cum }) => ({ line: instruction + 1, flat, cum }));
  const texts = instructions.map(({ text }) => text);
  const opened = new Set([...unfolded].map((index) => index + 1));
  for (const row of listingRows({ start: 1, end: instructions.length, lines }, texts, opened)) {
    if (row.kind === 'fold') {
      rows.push({ kind: 'fold', first: row.first - 1, last: row.last - 1 });
      last = null;
      continue;
    }
    const instruction = instructions[row.line - 1]!;
    if (last === null || !isSamePlace(last, instruction)) rows.push({ kind: 'place', instruction });
    rows.push({ kind: 'instruction', instruction, flat: row.flat, cum: row.cum });
    last = instruction;
  }
  return rows;
}

function isSamePlace(a: Instruction, b: Instruction): boolean {
  return a.line === b.line && a.file === b.file;
}

/** Of a path from any machine. */
export function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}
