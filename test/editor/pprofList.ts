/** The judge: what `go tool pprof` says a line or an instruction costs. */
import { spawnSync } from 'node:child_process';

export interface ListedCost {
  readonly flat: number;
  readonly cum: number;
}

export interface Listing {
  /** Of the whole profile. */
  readonly total: number;
  /** By 1-based line, only lines with a cost. */
  readonly lines: ReadonlyMap<number, ListedCost>;
}

/**
 * The costs of the lines of the functions that match, in the unit asked for.
 *
 * @param functions as for `go tool pprof -list`; functions of one file, or lines would mix
 * @param sampleType and unit as in the profile, e.g. `cpu` and `ns`
 */
export function pprofList(profile: string, functions: string, sampleType: string, unit: string): Listing {
  const args = [
    'tool',
    'pprof',
    `-sample_index=${sampleType}`,
    `-unit=${unit}`,
    `-list=${functions}`,
    profile,
  ];
  const run = spawnSync('go', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`go ${args.join(' ')} failed: ${run.error?.message ?? run.stderr}`);

  const total = /^Total: (\d+)/m.exec(run.stdout)?.[1];
  if (total === undefined) throw new Error(`No total in the listing:\n${run.stdout.slice(0, 500)}`);
  const lines = new Map<number, ListedCost>();
  for (const row of run.stdout.split('\n')) {
    const [, flat, cum, line] = /^\s*(\.|\d+[a-zA-Z]*)\s+(\.|\d+[a-zA-Z]*)\s+(\d+):/.exec(row) ?? [];
    if (flat === undefined || cum === undefined || (flat === '.' && cum === '.')) continue;
    lines.set(Number(line), { flat: amount(flat), cum: amount(cum) });
  }
  return { total: Number(total), lines };
}

/** What pprof prints of the instructions of functions that have a cost: address, flat and cum. */
export function disassembledByPprof(binary: string, profile: string, functions: string): string[] {
  const { stdout } = spawnSync('go', ['tool', 'pprof', `-disasm=${functions}`, binary, profile], {
    encoding: 'utf8',
  });
  return stdout.split('\n').flatMap((row) => {
    const [, flat = '.', cum = '.', address] = /^ *(\S+) +(\S+) +([0-9a-f]+): /.exec(row) ?? [];
    return address === undefined || `${flat}${cum}` === '..' ? [] : `${address} ${flat} ${cum}`;
  });
}

function amount(text: string): number {
  return text === '.' ? 0 : Number.parseInt(text, 10);
}
