/** A series of benchmarks as a table: the results of each, and the costs of the user's lines at each point. */
import type { Growth, GrowthLine, GrowthRow, GrowthTable } from '../../base/model.ts';
import { endExponent, growthOf } from './growth.ts';

/** Benchmarks that differ by one number, which is known for each of them. */
export interface GrowthSeries extends Pick<GrowthTable, 'name' | 'parameter' | 'kind' | 'points'> {}

/** One benchmark of a series: its results per operation and, if there is a CPU profile, the costs of lines. */
export interface GrowthInput {
  /** Medians by unit: `ns/op`, `B/op`, `allocs/op`. */
  readonly results: Readonly<Record<string, number>>;
  /** The standard errors of these medians as shares of them. Missing for what was measured once. */
  readonly errors?: Readonly<Record<string, number>>;
  readonly lines: readonly ChargedLine[] | null;
  /** How much the machine's speed varied: the standard deviation of its logarithm. */
  readonly variation?: number;
}

/** CPU time per operation of one of the user's lines: its own and that of the libraries it calls. */
export interface ChargedLine {
  readonly file: string;
  readonly line: number;
  readonly functionName: string;
  /** Nanoseconds of CPU time per operation. */
  readonly cost: number;
  /** How many samples of the CPU profile `cost` comes from. */
  readonly samples: number;
}

/** The units of the results in a table. */
export const growthUnits = ['ns/op', 'B/op', 'allocs/op'];
const mostLines = 50;
/** A line is listed if it has at least this share of the cost at some point. */
const leastShare = 0.005;

/** @param inputs parallel to the series' points */
export function growthTable(series: GrowthSeries, inputs: readonly GrowthInput[]): GrowthTable {
  const { name, parameter, kind, points } = series;
  const xs = points.map(({ x }) => x);
  const least = kind === 'procs' ? 2 : 3;
  const rows = growthUnits.flatMap((unit): GrowthRow[] => {
    const values = inputs.map(({ results }) => results[unit] ?? null);
    if (values.every((value) => value === null || value === 0)) return [];
    const samples = values.map((y, i) => {
      return { x: xs[i]!, y: y ?? 0, samples: null, error: inputs[i]?.errors?.[unit] ?? 0 };
    });
    return [{ unit, values, growth: growthOf(samples, least) }];
  });
  return {
    name,
    parameter,
    kind,
    points: points.map(({ x, label }) => ({ x, label })),
    results: rows,
    lines: linesOf(xs, inputs, least),
  };
}

/** Sorted by cost at the last point, largest first: there, growth matters most. */
function linesOf(xs: readonly number[], inputs: readonly GrowthInput[], least: number): GrowthLine[] {
  const byLine = new Map<string, { line: ChargedLine; at: (ChargedLine | null)[] }>();
  for (const [point, { lines }] of inputs.entries()) {
    for (const line of lines ?? []) {
      const key = `${line.line} ${line.file}`;
      const known = byLine.get(key) ?? { line, at: inputs.map(() => null) };
      known.at[point] = line;
      byLine.set(key, known);
    }
  }
  const wholes = inputs.map(({ lines }) => (lines ?? []).reduce((sum, { cost }) => sum + cost, 0));
  return [...byLine.values()]
    .filter(({ at }) => at.some((each, i) => each !== null && each.cost >= leastShare * wholes[i]!))
    .map(({ line: { file, line, functionName }, at }): GrowthLine => {
      const samples = at.map((each, i) => ({
        x: xs[i]!,
        y: each?.cost ?? 0,
        samples: each?.samples ?? 0,
        error: inputs[i]?.variation ?? 0,
      }));
      const values = at.map((each, i) => each?.cost ?? (inputs[i]?.lines == null ? null : 0));
      return { file, line, functionName, values, growth: growthOf(samples, least) };
    })
    .sort((a, b) => lastOf(b) - lastOf(a) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
    .slice(0, mostLines);
}

function lastOf({ values }: GrowthLine): number {
  return values.at(-1) ?? 0;
}

/** Growth up to this exponent is normal: linear in a size, none in the number of cores. */
const harmless = { size: 1.1, procs: 0.1 } as const;
/** A line matters if it has at least this share of the cost at the last point. */
const leastBlame = 0.05;

/** The exponent that growth has at least; 0 where it is not known. */
function leastExponent(growth: Growth | null): number {
  if (growth === null) return 0;
  return growth.shape === 'power' ? (growth.interval?.low ?? 0) : (endExponent(growth) ?? 0);
}

/** Of the lines that matter and whose whole interval is above normal growth, the one that grows fastest. */
export function steepestLine({ kind, lines }: GrowthTable): GrowthLine | null {
  const whole = lines.reduce((sum, line) => sum + lastOf(line), 0);
  const steep = lines.filter(
    (line) => lastOf(line) >= whole * leastBlame && leastExponent(line.growth) > harmless[kind],
  );
  const exponent = ({ growth }: GrowthLine) => (growth === null ? 0 : (endExponent(growth) ?? 0));
  return steep.reduce<GrowthLine | null>(
    (best, line) => (best && exponent(best) >= exponent(line) ? best : line),
    null,
  );
}
