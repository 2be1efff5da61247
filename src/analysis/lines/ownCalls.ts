import type { Profile } from '../../pprof/profile.ts';

/** A call that the compiler did not inline, from a line of the user's own code to one of the user's own functions. */
export interface OwnCall {
  /** Of the line, as the profile names it. */
  readonly file: string;
  readonly line: number;
  readonly callee: {
    readonly name: string;
    readonly file: string;
    /** Where it is declared; 0 if the profile does not have it. */
    readonly startLine: number;
  };
  /** The locations of its first sample. */
  readonly site: { readonly caller: number; readonly callee: number };
  /** What its samples cost, each counted once. A double: good enough for ranking and shares. */
  readonly cost: number;
}

/**
 * The calls between the user's own functions that were executed as calls. The frames of one location were inlined into one
 * another, so a call goes from the innermost frame of a location to the outermost of the one below it.
 */
export function ownCalls(
  profile: Profile,
  sampleType: number,
  isOwnFile: (file: string) => boolean,
): OwnCall[] {
  const { samples, locations, functions, strings } = profile;
  const types = profile.sampleTypes.length;
  const ownFiles = new Map<number, boolean>();
  const fileOf = (row: number) => functions.filename[locations.lineFunction[row] ?? 0] ?? 0;
  const isOwn = (row: number) => {
    const file = fileOf(row);
    const known = ownFiles.get(file) ?? isOwnFile(strings.get(file));
    ownFiles.set(file, known);
    return known;
  };
  /** By caller's row and callee's function. */
  const found = new Map<string, OwnCall & { cost: number; lastSample: number }>();
  for (let s = 0; s < samples.count; s++) {
    const value = samples.values.approximate[s * types + sampleType] ?? 0;
    if (value === 0) continue;
    const end = samples.locationStart[s + 1] ?? 0;
    for (let i = (samples.locationStart[s] ?? 0) + 1; i < end; i++) {
      const below = samples.locations[i - 1] ?? 0;
      const callee = (locations.lineStart[below + 1] ?? 0) - 1;
      const caller = locations.lineStart[samples.locations[i] ?? 0] ?? 0;
      const hasLines = callee >= (locations.lineStart[below] ?? 0);
      if (!hasLines || caller === locations.lineStart[(samples.locations[i] ?? 0) + 1]) continue;
      if (!isOwn(callee) || !isOwn(caller)) continue;
      const f = locations.lineFunction[callee] ?? 0;
      const line = locations.lineNumber.approximate[caller] ?? 0;
      const key = `${fileOf(caller)} ${line} ${f}`;
      let call = found.get(key);
      if (call === undefined) {
        const [name = 0, file = 0] = [functions.name[f], functions.filename[f]];
        call = {
          file: strings.get(fileOf(caller)),
          line,
          callee: {
            name: strings.get(name),
            file: strings.get(file),
            startLine: functions.startLine.approximate[f] ?? 0,
          },
          site: { caller: samples.locations[i] ?? 0, callee: below },
          cost: 0,
          lastSample: -1,
        };
        found.set(key, call);
      }
      if (call.lastSample !== s) call.cost += value;
      call.lastSample = s;
    }
  }
  return [...found.values()]
    .map(({ lastSample: _, ...call }) => call)
    .sort((a, b) => Math.abs(b.cost) - Math.abs(a.cost));
}
