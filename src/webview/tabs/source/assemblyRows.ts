import type { Instruction, MachineSymbol } from '../../../base/model.ts';
import type { InstructionAnswer } from '../../engine/questions.ts';
import type { TimedCost } from '../../engine/scope.ts';
import { listingRows } from './listingRows.ts';

/** A row of a symbol's listing. */
export type AssemblyRow =
  /** The source line of the instructions below, up to the next row of this kind. */
  | { readonly kind: 'place'; readonly instruction: Instruction }
  | ({ readonly kind: 'instruction'; readonly instruction: Instruction } & TimedCost)
  /** Instructions without a cost that are left out until the user asks for them: indexes, `last` included. */
  | { readonly kind: 'fold'; readonly first: number; readonly last: number };

/**
 * The rows of a symbol's listing, in the order of addresses. Instructions far from any cost are folded. Where the
 * source line changes, a row with the line comes first.
 *
 * @param unfolded indexes of the first instructions of the folds that are open
 */
export function assemblyRows(
  { instructions }: MachineSymbol,
  costs: readonly InstructionAnswer[],
  unfolded: ReadonlySet<number>,
): AssemblyRow[] {
  const rows: AssemblyRow[] = [];
  let last: Instruction | null = null;
  // Instructions are folded by the same rule as lines, which are numbered from 1.
  const lines = costs.map((cost) => ({ ...cost, line: cost.instruction + 1 }));
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
    rows.push({ ...row, kind: 'instruction', instruction });
    last = instruction;
  }
  return rows;
}

function isSamePlace(a: Instruction, b: Instruction): boolean {
  return a.line === b.line && a.file === b.file;
}
