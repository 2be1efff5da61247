/** How old a file for profile-guided optimisation is, and how much of it still fits the code that it is for. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pgoEdges } from '../../analysis/benchmark/pgoEdges.ts';
import { callFit, functionsIn, linkedName } from '../../analysis/lines/pgoFit.ts';
import { madeOnce } from '../../base/maps.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import { goList } from '../toolchain/listPackages.ts';
import type { GoQuery } from '../toolchain/toolchain.ts';
import { pgoFileName } from './pgo.ts';
import { readProfileFile } from './profileFile.ts';

/** `directory` is that of package main. */
interface PgoQuery extends GoQuery {
  readonly signal?: AbortSignal | undefined;
}

export interface PgoFit {
  readonly file: string;
  /** When its oldest profile was taken; where it does not say that, when it was written. In milliseconds since the epoch. */
  readonly takenAt: number;
  /** Shares of the calls that the compiler counts, by their weight; they add up to 1. */
  readonly fits: number;
  readonly moved: number;
  readonly gone: number;
  /** The callers of what does not fit, the largest shares first. */
  readonly functions: readonly {
    readonly name: string;
    readonly share: number;
    readonly is: 'moved' | 'gone';
  }[];
}

/** When the `default.pgo` in a folder was written, in milliseconds since the epoch; `null` if there is none. */
export function pgoWrittenAt(directory: string): number | null {
  return statSync(join(directory, pgoFileName), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** `null` if there is no `default.pgo`. Problems: those of `readProfileFile`, `captureProcess`, `no-such-package`, `nothing-to-check`. */
export async function pgoFit(query: PgoQuery): Promise<Result<PgoFit | null>> {
  const file = join(query.directory, pgoFileName);
  const writtenAt = pgoWrittenAt(query.directory);
  if (writtenAt === null) return ok(null);
  const read = await readProfileFile(file, { mayRun: false });
  if (!read.ok) return read;
  const edges = read.value === null ? [] : pgoEdges(read.value);
  const packages = await packagesOf(query);
  if (!packages.ok) return packages;
  const paths = new Set(
    edges.flatMap(({ caller, callee }) => [caller, callee].map((each) => linkedName(each).path)),
  );
  const written = new Map<string, ReturnType<typeof functionsIn>>();
  for (const path of paths) {
    const files = packages.value.get(path);
    if (files === undefined || files === 'library') continue;
    const texts = await Promise.all(files.map((each) => readRegularFileLater(each)));
    written.set(path, functionsIn(texts.flatMap((each) => (each.ok ? each.value.text : []))));
  }
  const shares = { fits: 0, moved: 0, gone: 0 };
  const functions = new Map<
    string,
    { readonly name: string; share: number; readonly is: 'moved' | 'gone' }
  >();
  for (const edge of edges) {
    const is = callFit(edge, (path) => written.get(path) ?? libraryOf(path, packages.value));
    if (is === null) continue;
    shares[is] += edge.weight;
    if (is === 'fits') continue;
    const { caller: name } = edge;
    madeOnce(functions, `${is} ${name}`, () => ({ name, share: 0, is })).share += edge.weight;
  }
  const all = shares.fits + shares.moved + shares.gone;
  if (all === 0)
    return fail(
      'nothing-to-check',
      '{0} has no calls of your code and its modules that the compiler learns from.',
      [file],
    );
  const taken = Number((read.value?.timeNanos ?? 0n) / 1_000_000n);
  return ok({
    file,
    takenAt: taken > 0 ? taken : writtenAt,
    fits: shares.fits / all,
    moved: shares.moved / all,
    gone: shares.gone / all,
    functions: [...functions.values()]
      .map((each) => ({ ...each, share: each.share / all }))
      .sort((a, b) => b.share - a.share),
  });
}

/** Of a package that the program no longer has, the name says whose it is: those of Go itself have no dot in front. */
function libraryOf(path: string, packages: Packages): 'library' | null {
  const isUnknown = !packages.has(path);
  return packages.get(path) === 'library' || (isUnknown && !/^[^/]*\.|^main$/.test(path)) ? 'library' : null;
}

type Packages = ReadonlyMap<string, readonly string[] | 'library'>;

/** The Go files of all packages that the program is built from, by the names that the linker has for them. */
async function packagesOf(query: PgoQuery): Promise<Result<Packages>> {
  const listed = await goList({ ...query, patterns: ['.'] }, format, ['-e', '-deps']);
  if (!listed.ok) return listed;
  return ok(
    new Map(
      listed.value.flatMap(
        ([path = '', isStandard, name, isDependency, folder = '', files = '']): [
          string,
          string[] | 'library',
        ][] => {
          if (folder === '') return [];
          if (isStandard === 'true') return [[path, 'library']];
          const all = files.split('|').filter((each) => each !== '');
          const linked = name === 'main' && isDependency === 'false' ? 'main' : path;
          return [[linked, all.map((each) => join(folder, each))]];
        },
      ),
    ),
  );
}

const format =
  '{{.ImportPath}}\t{{.Standard}}\t{{.Name}}\t{{.DepOnly}}\t{{.Dir}}\t{{range .GoFiles}}{{.}}|{{end}}{{range .CgoFiles}}{{.}}|{{end}}';
