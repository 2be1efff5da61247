import { int64At } from '../../src/pprof/columns.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { digest } from './digest.ts';
import type { Examined } from './examine.ts';
import type { Verdict } from './reference.ts';

/** How our reading of an input differs from google/pprof's, in words; `null` if it does not, or if it should. */
export function difference(input: Uint8Array, { read }: Examined, theirs: Verdict): string | null {
  if (read.ok) {
    if (theirs.accepted && !theirs.legacy) return contentDifference(read.value, theirs);
    if (isMeantAcceptance(input, theirs)) return null;
    return `we accept, google/pprof says ${theirs.legacy ? 'legacy' : theirs.error}`;
  }
  const { code } = read.problem;
  if (!theirs.accepted || isMeantRefusal(input, code, theirs)) return null;
  return `we say ${code}, google/pprof accepts${theirs.legacy ? ' as legacy' : ''}`;
}

/** Whether we accept on purpose what google/pprof's parser refuses. */
function isMeantAcceptance(input: Uint8Array, theirs: Verdict): boolean {
  // Go's gzip reader accepts file names and comments of at most 511 bytes. The format has no such limit.
  return (
    theirs.error.endsWith('gzip: invalid header') && gzipFlags(input).some((flags) => (flags & 0x18) !== 0)
  );
}

/** Whether we refuse on purpose what google/pprof's parser accepts. */
function isMeantRefusal(input: Uint8Array, code: string, theirs: Verdict): boolean {
  switch (code) {
    case 'legacy-format':
      // Our reader only names the old format. The server and the command line convert it with the Go toolchain.
      return theirs.legacy;
    case 'no-sample-type':
      // The parser accepts it, but `go tool pprof` refuses it when it makes a report.
      return theirs.sampleTypes.length === 0;
    case 'too-many':
    case 'too-large':
      // google/pprof has no limits.
      return true;
    case 'gzip-damaged':
      // RFC 1952: reserved flags must be refused, because their meaning is not known. Go ignores them.
      return gzipFlags(input).some((flags) => (flags & 0xe0) !== 0);
    default:
      return false;
  }
}

/** The flags of everything that looks like the header of a gzip member. */
function gzipFlags(input: Uint8Array): number[] {
  return [...input.keys()]
    .filter((at) => input[at] === 0x1f && input[at + 1] === 0x8b && input[at + 2] === 8)
    .map((at) => input[at + 3] ?? 0);
}

function contentDifference(profile: Profile, theirs: Verdict): string | null {
  const { samples, sampleTypes, locations, functions, mappings } = profile;
  // Go's JSON writes U+FFFD for each byte that is not UTF-8. JavaScript's decoder may write fewer.
  const comparable = (text: string) => text.replace(/\ufffd+/g, '\ufffd');
  const pairs: readonly (readonly [string, string, string])[] = [
    [
      'sample types',
      comparable(sampleTypes.map(({ type, unit }) => `${type}/${unit}`).join(' ')),
      comparable(theirs.sampleTypes.join(' ')),
    ],
    ['totals', totals(profile).join(' '), theirs.totals.join(' ')],
    ['samples', String(samples.count), String(theirs.samples)],
    ['locations', String(locations.count), String(theirs.locations)],
    ['functions', String(functions.count), String(theirs.functions)],
    ['mappings', String(mappings.count), String(theirs.mappings)],
    ['digest of values and stacks', String(digest(profile)), String(theirs.digest)],
  ];
  const different = pairs.find(([, ours, its]) => ours !== its);
  return different === undefined
    ? null
    : `other ${different[0]}: ours ${different[1]}, google/pprof's ${different[2]}`;
}

function totals({ samples, sampleTypes }: Profile): bigint[] {
  const sums = sampleTypes.map(() => 0n);
  for (let at = 0; at < samples.count * sums.length; at++) {
    sums[at % sums.length] = sums[at % sums.length]! + int64At(samples.values, at);
  }
  return sums;
}
