/** The source files that a page takes along: it may be sent to others, so a profile must not choose what is in it. */
import * as l10n from '@vscode/l10n';
import { HeldFunctions } from '../../analysis/lines/heldFunctions.ts';
import { trimmedPaths } from '../../analysis/names/trimmedPaths.ts';
import { listAt } from '../../base/maps.ts';
import { fail, type Problem } from '../../base/result.ts';
import { type FoundSource, SourceReader } from '../profiles/sourceReader.ts';
import { translated } from '../terminal/output.ts';
import type { ReportContext } from './reportContext.ts';

export interface PackedSources {
  /** By the name of a file that the page's profile has (`trimmedPaths`). */
  readonly texts: ReadonlyMap<string, PackedSource>;
  /** Why files of this machine are left out. */
  readonly leftOut: readonly Problem[];
}

/** The text, or a sentence that says why it is left out. */
export type PackedSource = string | { readonly refused: string };

/** In characters. A page with more opens slowly. */
const mostPacked = 64 * 1024 * 1024;

/**
 * The source files of the profile that are on this machine, and were there when the profile was taken: written before,
 * and with the profile's functions on their lines. Where nobody can know what was before, as the profile has no time or
 * one that is still to come, the functions decide alone; so they do about modules of a version, which do not change, and
 * in folders that the user calls the profile's sources.
 */
export function packedSources({ profile, costs, options }: ReportContext): PackedSources {
  const reader = new SourceReader(options);
  const functions = new HeldFunctions(profile);
  const trim = trimmedPaths(profile);
  const takenAt = Number(profile.timeNanos / 1_000_000n);
  const isKnown = takenAt > 0 && takenAt <= Date.now();
  const texts = new Map<string, PackedSource>();
  const leftOut: Problem[] = [];
  let size = 0;
  const problemOf = (file: string, found: FoundSource): Problem | null => {
    if (functions.in(file, found.text) !== 'yes') return changed(file);
    if (isKnown && found.modifiedAt > takenAt && !found.isGiven && !hasVersion(found.path))
      return newer(file);
    return size + found.text.length > mostPacked ? tooMuch(file) : null;
  };
  for (const file of costs.lines.files) {
    const found = file === '' ? null : reader.read(file);
    if (found === null || (!found.ok && found.problem.code === 'file-absent')) continue;
    const problem = found.ok ? problemOf(file, found.value) : found.problem;
    if (found.ok && problem === null) {
      texts.set(trim(file), found.value.text);
      size += found.value.text.length;
    } else if (problem !== null) {
      const args = problem.args.map((arg) => (typeof arg === 'string' ? trim(arg) : arg));
      texts.set(trim(file), { refused: translated({ ...problem, args }) });
      leftOut.push(problem);
    }
  }
  return { texts, leftOut };
}

/** A folder of the module cache is written once: `/home/me/go/pkg/mod/example.com/m@v1.2.3/m.go`. */
function hasVersion(path: string): boolean {
  const below = path.replaceAll('\\', '/').split('/pkg/mod/')[1];
  return below !== undefined && /@v\d/.test(below);
}

/** A source that is shown must be the text that was compiled. */
export function changed(file: string): Problem {
  return fail(
    'source-changed',
    '{0} does not have the functions of the profile on their lines: it has changed, or is another file.',
    [file],
  ).problem;
}

function newer(file: string): Problem {
  return fail(
    'source-newer',
    '{0} is newer than the profile, so it may have changed. If a folder has the sources of the profile, name it with --source-path.',
    [file],
  ).problem;
}

function tooMuch(file: string): Problem {
  return fail('sources-too-large', 'The sources of this page are too large: {0} is left out.', [file])
    .problem;
}

/** At most so many files are named for each reason. */
const mostNamed = 3;

/** A sentence for each reason why sources are not shown. */
export function leftOutSentences(problems: readonly Problem[]): string[] {
  const byCode = new Map<string, Problem[]>();
  for (const problem of problems) {
    listAt(byCode, problem.code).push(problem);
  }
  return [...byCode.values()].map(([first, ...others]) => {
    const sentence = translated(first!);
    if (others.length === 0) return sentence;
    const named = others.slice(0, mostNamed).map(({ args }) => args[0]);
    const more = others.length > mostNamed ? ', …' : '';
    return l10n.t('{0} So it is with {1} more: {2}', sentence, others.length, `${named.join(', ')}${more}`);
  });
}
