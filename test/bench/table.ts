import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A figure of BUDGETS.md, measured. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  /** The peer that it is compared with, and the peer's figure. */
  readonly peer: string;
  /** Empty for a figure without a budget. */
  readonly budget: string;
  /** The figure as a share of its limit; 1 still passes. `null` if it was not measured. */
  readonly ofBudget: number | null;
}

function passes({ ofBudget }: Row): boolean {
  return ofBudget !== null && ofBudget <= 1;
}

/** A row whose budget is a limit of the figure itself. `null` if that could not be measured. */
export function limited(
  what: string,
  figure: number | null,
  limit: number,
  unit = inMilliseconds,
  peer = '',
): Row {
  const ofBudget = figure === null ? null : figure / limit;
  return { what, figure: figure === null ? '' : unit(figure), peer, budget: unit(limit), ofBudget };
}

/** A row whose budget is a share of the peer's figure. */
export function besidePeer(
  what: string,
  figure: number | undefined,
  peer: string,
  peerFigure: number | undefined,
  limit: number,
  unit = inMilliseconds,
): Row {
  const budget = limit < 0.5 ? `1/${(1 / limit).toFixed(0)}` : `${limit}x`;
  if (!figure || !peerFigure) {
    return { what, figure: figure ? unit(figure) : '', peer: `${peer}: not there`, budget, ofBudget: null };
  }
  const ratio = figure / peerFigure;
  const share = ratio < 0.5 ? `1/${(1 / ratio).toFixed(1)}` : `${ratio.toFixed(2)}x`;
  const ofPeer = `${peer} ${unit(peerFigure)} (${share})`;
  return { what, figure: unit(figure), peer: ofPeer, budget, ofBudget: ratio / limit };
}

/** Prints the rows, and writes them with `details` to a file in test/bench/out. */
export function report(file: string, rows: readonly Row[], details: object): void {
  console.log(tableText(rows));
  const out = join(import.meta.dirname, 'out');
  mkdirSync(out, { recursive: true });
  const document = { ...details, rows: rows.map((row) => ({ ...row, passes: passes(row) })) };
  writeFileSync(join(out, file), `${JSON.stringify(document, null, 2)}\n`);
}

/** The rows with aligned columns. */
export function tableText(rows: readonly Row[]): string {
  const cells = [
    ['', 'figure', 'peer', 'budget', 'of budget', ''],
    ...rows.map((row) => [
      row.what,
      row.figure,
      row.peer,
      row.budget,
      row.ofBudget === null ? '' : `${(row.ofBudget * 100).toFixed(0)}%`,
      verdict(row),
    ]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function verdict(row: Row): string {
  if (row.budget === '') return '';
  return row.ofBudget === null ? 'not measured' : passes(row) ? 'pass' : 'FAIL';
}

export function inMilliseconds(milliseconds: number): string {
  return milliseconds >= 100 ? `${milliseconds.toFixed(0)} ms` : `${milliseconds.toPrecision(3)} ms`;
}

export function inMegabytes(megabytes: number): string {
  return `${megabytes.toFixed(0)} MB`;
}
