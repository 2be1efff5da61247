/** The parts that the command line puts into a page: see src/base/standalonePage.ts. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import { firstPicture, firstPicturePixels } from '../../analysis/flame/flamePicture.ts';
import { pictureBytes } from '../../analysis/flame/pictureFile.ts';
import { withTrimmedPaths } from '../../analysis/names/trimmedPaths.ts';
import { errorText, fail, ok, type Result } from '../../base/result.ts';
import type { StandalonePage } from '../../base/standalonePage.ts';
import { shippedFile } from '../../go/toolchain/shippedFiles.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';

/**
 * The profile and its first picture, without the folders of this machine: pages are sent to others.
 *
 * @param changes of a difference: see `PageFacts`
 */
export function profileParts(
  profile: Profile,
  sampleType: number,
  changes?: PageFacts['changes'],
): Pick<StandalonePage, 'profileBytes' | 'firstPicture' | 'sampleType'> {
  const sent = withTrimmedPaths(profile);
  const picture = pictureBytes(firstPicture(sent, sampleType, firstPicturePixels, changes));
  return {
    profileBytes: new Uint8Array(encodeGzipped(sent)),
    firstPicture: new Uint8Array(gzipSync(picture)),
    sampleType,
  };
}

/** The page's files, which are beside this program. */
export async function pageParts(): Promise<
  Result<{ pageScript: string; styles: string; graphviz: Uint8Array }>
> {
  try {
    const [pageScript, styles, graphviz] = await Promise.all([
      readFile(shippedFile('page.js'), 'utf8'),
      readFile(shippedFile('page.css'), 'utf8'),
      readFile(shippedFile('graphviz.js')),
    ]);
    return ok({ pageScript, styles, graphviz: new Uint8Array(await promisify(gzip)(graphviz)) });
  } catch (error) {
    return fail(
      'no-page',
      'The flame graph page is missing beside this program. Install pprof Lens again.',
      [],
      errorText(error),
    );
  }
}
