/** What the lines of a benchmark cost: the timed loop's costs per operation, and the other costs in total. */

import type { Cause } from '../../analysis/benchmark/timedRegion.ts';
import type { LineCost } from '../../analysis/lines/lines.ts';
import type { TakenKind } from '../../base/model.ts';
import { metricsOfKind } from '../../base/takenKind.ts';
import type { OpenedProfile } from '../../go/results/timedProfiles.ts';
import { locateFile, type SourceRoots } from '../../go/sources/sourcePaths.ts';
import type { LineReason } from '../../go/why/lineReasons.ts';

/** A cost in the metric's unit. */
export type FlatAndCum = {
  readonly flat: number;
  /** Missing where nobody knows who calls whom. */
  readonly cum?: number;
};

/** What the timed loop pays on a line. */
export interface LineReport {
  /** The path on this machine if the file exists here; else the path in the profile. */
  readonly file: string;
  readonly line: number;
  readonly function: string;
  /** Per operation: `cpu-ns/op`, `allocs/op`, `B/op`, `block-delay-ns/op` and so on, if the line has them. Of tests, totals. */
  readonly metrics: Readonly<Record<string, FlatAndCum>>;
  /** Why it costs that; missing if that is not asked for. */
  readonly reasons?: readonly Pick<LineReason, 'kind' | 'text'>[];
}

/** What a line costs outside the timed loop. */
export interface OtherLineReport extends LineReport {
  readonly bucket: OtherCause;
  /** Totals, because this is not paid by operations: `cpu-ns`, `allocs`, `bytes`, `block-delay-ns` and so on. */
  readonly metrics: Readonly<Record<string, FlatAndCum>>;
}

type OtherCause = Exclude<Cause, 'operations'>;
const otherCauses: readonly OtherCause[] = ['setup', 'background'];

type Growing<T extends LineReport> = T & { readonly metrics: Record<string, FlatAndCum> };

/** The lines of one benchmark, or of tests. Their profiles are added one after the other. */
export class LineReports {
  /** By line and file. */
  readonly #lines = new Map<string, Growing<LineReport>>();
  readonly #others = new Map<string, Growing<OtherLineReport>>();
  /** The metrics of both, in the order in which the profiles were added. */
  readonly #order: string[] = [];
  readonly #totals: string[] = [];

  constructor(private readonly roots: SourceRoots) {}

  /**
   * @param operations how many operations the profile covers; `null` if there are none, as for tests: then costs are totals
   * @param isFlat see `StoredProfile`
   */
  add(kind: TakenKind, opened: OpenedProfile, operations: number | null, isFlat = false): void {
    const { profile, lines, causes } = opened;
    for (const each of metricsOfKind(kind)) {
      const ofLines = operations === null ? each.total : each.perOperation;
      this.#order.push(ofLines);
      this.#totals.push(each.total);
      const sampleType = profile.sampleTypes.findIndex(({ type }) => type === each.sampleType);
      if (sampleType < 0) continue;
      for (const [file, name] of lines.files.entries()) {
        const path = locateFile(name, this.roots) ?? name;
        const at = ({ line }: LineCost) => {
          const [innermost] = lines.functionsOn(file, line);
          const metrics: Record<string, FlatAndCum> = {};
          return { file: path, line, function: innermost?.name ?? '', metrics };
        };
        const timed = causes?.lines('operations', file, sampleType).values();
        for (const cost of timed ?? lines.lines(file, sampleType)) {
          const report = known(this.#lines, `${cost.line} ${path}`, () => at(cost));
          const { flat, cum } = share(cost, operations ?? 1);
          report.metrics[ofLines] = isFlat ? { flat } : { flat, cum };
        }
        for (const bucket of otherCauses) {
          for (const cost of causes?.lines(bucket, file, sampleType).values() ?? []) {
            const key = `${bucket} ${cost.line} ${path}`;
            const report = known(this.#others, key, () => ({ ...at(cost), bucket }));
            report.metrics[each.total] = share(cost, 1);
          }
        }
      }
    }
  }

  /** The hottest line first. */
  get lines(): LineReport[] {
    return [...this.#lines.values()].sort(byHeat(this.#order));
  }

  /** The hottest line first: those of the setup, then those of the runtime in the background. */
  get otherLines(): OtherLineReport[] {
    const heat = byHeat(this.#totals);
    const order = (line: OtherLineReport) => otherCauses.indexOf(line.bucket);
    return [...this.#others.values()].sort((a, b) => order(a) - order(b) || heat(a, b));
  }
}

function share({ flat, cum }: LineCost, operations: number): Required<FlatAndCum> {
  return { flat: Number(flat) / operations, cum: Number(cum) / operations };
}

function known<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/** By the first metric in which two lines differ: all flat costs, then all cum costs. */
function byHeat(order: readonly string[]): (a: LineReport, b: LineReport) => number {
  return (a, b) => {
    for (const part of ['flat', 'cum'] as const) {
      for (const name of order) {
        const difference = (b.metrics[name]?.[part] ?? 0) - (a.metrics[name]?.[part] ?? 0);
        if (difference !== 0) return difference;
      }
    }
    return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;
  };
}
