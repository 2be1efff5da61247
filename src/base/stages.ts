import { aligned } from './aligned.ts';
import type { Cells } from './tableText.ts';

/** Results of benchmarks at several stages, such as the commits of an optimisation; small enough for JSON. */
export interface StageTable {
  /** What each stage is called. No two are called the same. */
  readonly stages: readonly string[];
  /** The units of a benchmark stand together. */
  readonly rows: readonly StageRow[];
}

/** A benchmark in one unit. */
export interface StageRow {
  /** With the procs suffix. */
  readonly name: string;
  readonly unit: string;
  /** By stage; `null` where there is no result. */
  readonly values: readonly (StageValue | null)[];
}

export interface StageValue {
  /** The median, in the unit. */
  readonly center: number;
  /** Its interval; equal to `center` for what was counted, `null` for too few measurements. */
  readonly low: number | null;
  readonly high: number | null;
  /** Without the unit's end: `1.42µs`, `480 B`, `3`. */
  readonly text: string;
  /** How it differs from the stage before that has a result; `null` where there is none. */
  readonly step: StageStep | null;
}

export interface StageStep {
  /** `−76%`; `~`, `=` or `unsure` where no change is shown. */
  readonly text: string;
  /** How it was compared, or what is doubted: `p<0.001 n=10`. */
  readonly detail: string;
  /** What it means. `same`: the measurements do not support a change. */
  readonly verdict: 'better' | 'worse' | 'different' | 'same';
}

/** The table as it is read, the headings in the first row. */
export function stageCells({ stages, rows }: StageTable): Cells {
  return [
    ['benchmark', 'unit', ...stages],
    ...rows.map(({ name, unit, values }) => [name, unit, ...values.map(cellOf)]),
  ];
}

/** The same for a terminal. */
export function stagesText(table: StageTable): string {
  const cells = stageCells(table);
  return `${aligned(cells, (cells[0] ?? []).map(() => 'l').join('')).join('\n')}\n`;
}

/** `1.42µs −76% (p<0.001 n=10)` */
function cellOf(value: StageValue | null): string {
  if (value === null) return '';
  const { text, step } = value;
  if (step === null) return text;
  return `${text} ${step.text}${step.detail === '' ? '' : ` (${step.detail})`}`;
}
