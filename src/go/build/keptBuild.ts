/** Builds the version of a kept test binary once more, from the texts that its run has kept: to link it in other layouts. */
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import { readTexts } from '../sources/sourceRoots.ts';
import { withoutDebugInformation } from '../toolchain/flags.ts';
import { buildForBatches } from './batchTesting.ts';
import { type Build, binaryRequest, buildOf, type KeptSources, makeBuildFolder } from './build.ts';
import type { TestingChange } from './changedTesting.ts';
import { haveSameCode } from './identity.ts';

/**
 * The same version with the folder of a build. The texts lie over the files of the working tree for this build only, and it
 * counts only if it gives the machine code of the kept binary. Problems: `no-source` where that is not so; `cancelled`.
 */
export async function buildAgain(build: Build): Promise<Result<Build>> {
  const { sources, request, control, written } = build;
  if (sources === undefined) return noSource('the sources of its run are not kept');
  const folder = await makeBuildFolder(written);
  const wanted = binaryRequest(build, folder);
  const laidOver = await differencesFrom(sources);
  const flags = withoutDebugInformation(wanted.flags, request.toolchain.goflags);
  const binary = await buildForBatches({ ...wanted, flags }, laidOver);
  if (!binary.ok)
    return control.signal.aborted ? fail('cancelled', 'Cancelled.') : noSource(binary.problem.details);
  const again: Build = { ...build, ...buildOf(build, binary.value), folder, laidOver };
  return (await haveSameCode(build, again)) ? ok(again) : noSource('it has other machine code');
}

function noSource(details?: string): Result<never> {
  return fail(
    'no-source',
    'The code of an older run cannot be linked in other layouts any more, so it was measured in one.',
    [],
    details,
  );
}

/** What has to lie over the files of today, which may be such that go cannot say what it would build. */
async function differencesFrom({ texts, takenAt }: KeptSources): Promise<TestingChange> {
  const today = await readTexts(texts.keys());
  const others: Record<string, string | null> = {};
  for (const [file, text] of texts) if (today.get(file) !== text) others[file] = text;
  for (const folder of new Set([...texts.keys()].map(dirname))) {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name);
      if (!texts.has(file) && (await isNewerThan(takenAt, file))) others[file] = null;
    }
  }
  return { edits: [], added: {}, others };
}

/** An older file that was not kept was too large, or is no part of a build. */
async function isNewerThan(time: number, file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() === true && found.mtimeMs > time;
}
