/** What requests cost on the lines of a server: its own code, from the handler on, apart from what serves the connection. */
import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { indexLines } from '../../analysis/lines/lines.ts';
import { codeOrigin } from '../../analysis/names/codeOrigin.ts';
import { ownCode } from '../../analysis/names/ownCode.ts';
import { isZero } from '../../analysis/values/value.ts';
import { literalPattern } from '../../base/escape.ts';
import type { Profile } from '../../pprof/profile.ts';

export interface RequestLine {
  readonly file: string;
  readonly line: number;
  readonly function: string;
  readonly flat: number;
  readonly cum: number;
}

/** The two parts of a server's profile. */
export interface RequestParts {
  /** From the server's own code on, which is the handler or what stands around it, down to what it calls. */
  readonly handling: Profile;
  /** Samples without any of the server's own code: connections, the collector, the scheduler. */
  readonly others: Profile | null;
}

/** If none of the profile's code is the server's own, all of it is `handling`. */
export async function requestParts(profile: Profile): Promise<RequestParts> {
  const { paths } = ownCode(profile);
  const all = { handling: profile, others: null };
  if (paths.length === 0) return all;
  // The regular expressions of filters are large to load.
  const { applyFilters } = await import('../../analysis/filters/filters.ts');
  const own = `^(?:${paths.map(literalPattern).join('|')})[./]`;
  const handling = applyFilters(profile, { showFrom: own }, new Map());
  const others = applyFilters(profile, { ignore: own }, new Map());
  if (!handling.ok || !others.ok || handling.value.profile.samples.count === 0) return all;
  return { handling: handling.value.profile, others: others.value.profile };
}

/** The lines with a cost, by their cum: a handler stands before what it calls. */
export function requestLines(profile: Profile, sampleType: number): RequestLine[] {
  const lines = indexLines(new ProfileCosts(profile));
  const reports = lines.files.flatMap((file, index) =>
    lines
      .lines(index, sampleType)
      .filter(({ cum }) => !isZero(cum))
      .map(({ line, flat, cum }) => {
        const [innermost] = lines.functionsOn(index, line);
        return { file, line, function: innermost?.name ?? '', flat: Number(flat), cum: Number(cum) };
      }),
  );
  // Of two with the same cum, the server's own code calls the other, or what has less flat does.
  const isOther = ({ function: name, file }: RequestLine) => Number(codeOrigin(name, file) !== 'own');
  return reports.sort((a, b) => b.cum - a.cum || isOther(a) - isOther(b) || a.flat - b.flat);
}
