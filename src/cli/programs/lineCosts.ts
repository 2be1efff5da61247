/** What a request, or a run, costs on each line, of two versions that were profiled. */
import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import { kindsOfProfile } from '../../base/profileKinds.ts';
import type { WrittenProfile } from '../../go/build/writtenFiles.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { FlatAndCum, LineReport } from '../bench/lineReports.ts';
import { requestLines, requestParts } from '../profiles/requestLines.ts';
import { measureText } from './measureTexts.ts';

/** The metrics are per request or run. */
export interface LineCosts {
  /** From the program's own code on, by their CPU time and then bytes. */
  readonly lines: readonly LineReport[];
  /** Of what the program's own code does not call: connections, the collector. */
  readonly otherLines: readonly LineReport[];
}

/** @param operations requests or runs behind the profiles */
export async function lineCosts(profiles: readonly WrittenProfile[], operations: number): Promise<LineCosts> {
  const [lines, otherLines] = [new Lines(operations), new Lines(operations)];
  for (const { kind, profile } of profiles) {
    const { handling, others } = await requestParts(profile);
    lines.add(kind, handling);
    if (others !== null) otherLines.add(kind, others);
  }
  return { lines: lines.all, otherLines: otherLines.all };
}

class Lines {
  readonly #lines = new Map<string, LineReport & { readonly metrics: Record<string, FlatAndCum> }>();

  constructor(private readonly operations: number) {}

  add(kind: WrittenProfile['kind'], profile: Profile): void {
    for (const { sampleType, perOperation } of kindsOfProfile[kind].metrics) {
      const index = profile.sampleTypes.findIndex(({ type }) => type === sampleType);
      if (index === -1) continue;
      for (const { flat, cum, ...place } of requestLines(profile, index)) {
        const key = `${place.line} ${place.file}`;
        const known = this.#lines.get(key) ?? { ...place, metrics: {} };
        known.metrics[perOperation] = { flat: flat / this.operations, cum: cum / this.operations };
        this.#lines.set(key, known);
      }
    }
  }

  get all(): LineReport[] {
    return [...this.#lines.values()];
  }
}

/** So many lines are printed; as JSON all of them. */
const mostLines = 12;

const columns: readonly (readonly [metric: string, unit: string])[] = [
  ['cpu-ns/op', 'cpu-ns/req'],
  ['B/op', 'B/req'],
  ['allocs/op', 'allocs/req'],
];

/**
 * The costliest lines of both versions, for a terminal. Lines of the two are not matched: an edit moves them, and what is
 * beside each other would be of different code.
 */
export function lineTable(base: LineCosts, now: LineCosts): string {
  const parts = [
    [l10n.t('What it cost on its lines, cum, before:'), base],
    [l10n.t('What it costs now:'), now],
  ] as const;
  return parts
    .filter(([, { lines }]) => lines.length > 0)
    .map(([title, { lines }]) => {
      const rows = lines.slice(0, mostLines).map((each) => [
        ...columns.map(([metric, unit]) => {
          const cost = each.metrics[metric]?.cum;
          return cost === undefined ? '' : measureText(unit, { center: cost, low: cost, high: cost });
        }),
        `${each.file}:${each.line} ${each.function}`,
      ]);
      const head = ['cpu', 'bytes', 'allocs', l10n.t('line')];
      return `${title}\n${aligned([head, ...rows], 'rrrl').join('\n')}\n`;
    })
    .join('\n');
}
