/** The source texts of a run, kept beside its profiles: the profiles' line numbers mean these texts. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { madeOnce } from '../../base/maps.ts';
import { dictionary, text } from '../../base/outsideValues.ts';
import { errorText, fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import type { Background } from '../client/background.ts';
import { SourceSnapshot } from '../sessions/sourceSnapshot.ts';
import type { KeptResult } from './keptRun.ts';
import { writeWhole } from './wholeFile.ts';

export const sourcesFile = 'sources.json.gz';

/** A run keeps at most so many characters of text. The largest files, most often generated ones, are left out. */
const mostKept = 32 * 1024 * 1024;
/** Of files that the profiles do not name, it keeps at most so many: they only say whether the code has changed since. */
const mostUnnamed = 4 * 1024 * 1024;
/** At most so many bytes are read back: characters that are not ASCII take up to four. */
const mostRead = 4 * mostKept;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * The texts to keep, by absolute path: first those of files that the profiles name, then the others; the smallest first.
 *
 * @param named file names as profiles have them; only their base names are compared, as the folders may be of another
 *   machine
 */
export function textsToKeep(
  texts: ReadonlyMap<string, string>,
  named: Iterable<string>,
  most = mostKept,
): Map<string, string> {
  const baseNames = new Set<string>();
  for (const name of named) baseNames.add(path.posix.basename(name.replaceAll('\\', '/')));
  const bySize = [...texts].sort(([, a], [, b]) => a.length - b.length);
  const isNamed = ([file]: readonly [string, string]) => baseNames.has(path.basename(file));
  const kept = new Map<string, string>();
  let size = 0;
  const keep = (files: readonly (readonly [string, string])[], limit: number) => {
    for (const [file, source] of files) {
      if (size + source.length > limit) return;
      size += source.length;
      kept.set(file, source);
    }
  };
  keep(bySize.filter(isNamed), most);
  keep(
    bySize.filter((each) => !isNamed(each)),
    Math.min(most, size + mostUnnamed),
  );
  return kept;
}

/** Rejects with the errors of `node:fs`. */
export async function writeSources(folder: string, texts: ReadonlyMap<string, string>): Promise<void> {
  const json = JSON.stringify(Object.fromEntries(texts));
  await writeWhole(path.join(folder, sourcesFile), await compress(json));
}

/** The texts by absolute path. Problem: `sources-lost` if the file is missing or damaged. */
export async function readSources(folder: string): Promise<Result<Map<string, string>>> {
  try {
    const bytes = await decompress(await readFile(path.join(folder, sourcesFile)), {
      maxOutputLength: mostRead,
    });
    const texts = dictionary(text)(JSON.parse(bytes.toString('utf8')));
    if (texts !== undefined) return ok(new Map(Object.entries(texts)));
    return lost('not a list of texts');
  } catch (error) {
    return lost(errorText(error));
  }
}

function lost(why: string): Result<never> {
  return fail(
    'sources-lost',
    'The sources of this run are no longer kept, so files that have changed since show no costs.',
    [],
    why,
  );
}

/** The sources of a kept run. */
interface KeptSnapshot {
  /** Without texts, if they are lost. */
  readonly snapshot: SourceSnapshot;
  readonly problem: Problem | null;
}

/** The sources of kept runs, each read once, when somebody asks for them. */
export class KeptSnapshots {
  readonly #reading = new Map<string, Promise<KeptSnapshot>>();
  readonly #known = new Map<string, SourceSnapshot>();

  /** @param changed called when sources that were missing before have been read */
  constructor(
    private readonly keptRun: (runId: string) => KeptResult | undefined,
    private readonly files: NamedFiles,
    private readonly changed: () => void,
    private readonly background: Background,
  ) {}

  /** The sources of the run with this id; `null` for no kept run, and for sources that are still to be read. */
  find(runId: string): SourceSnapshot | null {
    const kept = this.keptRun(runId);
    if (kept === undefined) return null;
    if (!this.#reading.has(kept.folder)) this.background(() => this.read(kept).then(() => this.changed()));
    return this.#known.get(kept.folder) ?? null;
  }

  read({ folder, record }: Pick<KeptResult, 'folder' | 'record'>): Promise<KeptSnapshot> {
    return madeOnce(this.#reading, folder, async () => {
      const read = await readSources(folder);
      const texts = read.ok ? read.value : new Map<string, string>();
      const snapshot = new SourceSnapshot(record.takenAt, texts, () => false, this.files.read);
      this.#known.set(folder, snapshot);
      return { snapshot, problem: read.ok ? null : read.problem };
    });
  }
}
