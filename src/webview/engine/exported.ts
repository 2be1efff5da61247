import { firefoxParts } from '../../analysis/callTree/firefox.ts';
import { type FoldedStack, foldedStacks } from '../../analysis/callTree/foldedStacks.ts';
import { speedscopeParts } from '../../analysis/callTree/speedscope.ts';
import { firstPicture, firstPicturePixels } from '../../analysis/flame/flamePicture.ts';
import { pictureBytes } from '../../analysis/flame/pictureFile.ts';
import { trimmedFiles, withTrimmedPaths } from '../../analysis/names/trimmedPaths.ts';
import { withoutTimedValues } from '../../analysis/values/timedValues.ts';
import { weightsOf } from '../../analysis/values/weights.ts';
import { encode } from '../../pprof/encode.ts';
import { nativeGzip } from './nativeGzip.ts';
import type { OpenedProfile } from './openedProfile.ts';
import type { ExportQuestion } from './questions.ts';

/**
 * The profile as the bytes of a file, which is likely to be sent to others: what its tables show. A page has what is folded, too.
 */
export async function exported(
  opened: OpenedProfile,
  { format, sampleType, filters }: ExportQuestion,
): Promise<Uint8Array> {
  if (format === 'page' || format === 'picture') {
    const sent = withTrimmedPaths(opened.whole(filters));
    if (format === 'page') return nativeGzip(encode(sent));
    return nativeGzip(pictureBytes(firstPicture(sent, sampleType, firstPicturePixels, opened.changes)));
  }
  if (format === 'files')
    return encoded([JSON.stringify(Object.fromEntries(trimmedFiles(opened.whole(filters))))]);
  const shown = opened.after(filters).costs;
  const costs = shown.of(withTrimmedPaths(withoutTimedValues(shown.profile)));
  const { profile } = costs;
  switch (format) {
    case 'pprof':
      return nativeGzip(encode(profile));
    case 'folded': {
      const stacks = foldedStacks(profile, costs.nodes(), weightsOf(profile, sampleType));
      return encoded(foldedLines(stacks));
    }
    case 'speedscope':
      return encoded(speedscopeParts(costs, sampleType));
    case 'firefox':
      return encoded(firefoxParts(costs, sampleType));
  }
}

function* foldedLines(stacks: Iterable<FoldedStack>): Generator<string> {
  for (const { stack, value } of stacks) yield `${stack} ${value}\n`;
}

/** The bytes of a text, which may be longer than the longest string of JavaScript. */
async function encoded(parts: Iterable<string>): Promise<Uint8Array> {
  return new Uint8Array(await new Blob([...parts]).arrayBuffer());
}
