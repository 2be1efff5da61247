/**
 * The finished tables of a profile, made from the columns that the decoder filled: ids become row numbers, and the rules
 * that hold between the tables are checked. Each function throws `Malformed` if one is broken.
 */
import type { IdBuilder, IdIndex } from './ids.ts';
import { functionMissing, malformed } from './malformed.ts';
import type { LabelTable, LocationTable, SampleTable } from './profile.ts';
import type { SampleColumns } from './sampleColumns.ts';
import type { DecodedLocations } from './tableColumns.ts';

/** @param functions @param mappings the rows that locations refer to */
export function locationTable(
  columns: DecodedLocations,
  functions: IdIndex,
  mappings: IdIndex,
): LocationTable {
  functions.finish();
  mappings.finish();
  if (columns.functionId.resolve(functions) !== -1) throw functionMissing();
  return {
    ...columns.finish(),
    // pprof accepts a location whose mapping is not in the file, and treats it as one without a mapping.
    mapping: columns.mappingId.resolveSome(mappings),
    lineStart: columns.lineStart.finish(),
    lineFunction: columns.functionId.low.subarray(0, columns.functionId.length),
    lineNumber: columns.lineNumber.finish(),
    lineColumn: columns.lineColumn.finish(),
  };
}

/** @param locations what samples refer to, with its finished lines @param fileBytes size of the inflated profile */
export function sampleTable(
  columns: SampleColumns,
  sampleTypeCount: number,
  { index, lineStart }: { readonly index: IdIndex; readonly lineStart: Uint32Array },
  fileBytes: number,
): SampleTable {
  checkValueCounts(columns, sampleTypeCount);
  index.finish();
  if (columns.locations.resolve(index) !== -1) {
    throw malformed(
      'location-missing',
      'A sample of the profile names a location that is not there; it is damaged. Record it again.',
    );
  }
  checkFrames(columns.locations, lineStart, fileBytes);
  return {
    count: columns.count,
    locationStart: columns.locationStart.finish(),
    locations: columns.locations.low.subarray(0, columns.locations.length),
    values: columns.values.finish(),
    labelStart: columns.labelStart.finish(),
    selection: null,
  };
}

export function labelTable(columns: SampleColumns): LabelTable {
  return {
    key: columns.labelKey.finish(),
    text: columns.labelText.finish(),
    number: columns.labelNumber.finish(),
    numberUnit: columns.labelNumberUnit.finish(),
  };
}

/**
 * The calls of all stacks, inlined ones included, are at most so many for each byte of the file, and so many more. Of the
 * profiles that programs write, even those of a small program with deep stacks have five for each byte.
 */
const mostFramesPerByte = 8;
const mostFramesOfSmall = 1_000_000;

/**
 * Refuses a profile of which a few kilobytes unfold to billions of calls: thousands of samples of one location, which has
 * thousands of lines. Every question about such a profile takes minutes and all memory.
 */
function checkFrames({ low, length }: IdBuilder, lineStart: Uint32Array, fileBytes: number): void {
  const most = mostFramesPerByte * fileBytes + mostFramesOfSmall;
  let mostLines = 0;
  for (let i = 1; i < lineStart.length; i++)
    mostLines = Math.max(mostLines, lineStart[i]! - lineStart[i - 1]!);
  // Nearly always so few that nothing need be added up.
  if (mostLines * length <= most) return;
  let frames = 0;
  for (let i = 0; i < length; i++) frames += lineStart[low[i]! + 1]! - lineStart[low[i]!]!;
  if (frames <= most) return;
  throw malformed(
    'too-many',
    'The stacks of the profile have {0} calls, far more than a profile of {1} bytes can have; it is damaged. Record it again.',
    [frames, fileBytes],
  );
}

function checkValueCounts({ count, valuesPerSample }: SampleColumns, types: number): void {
  if (types === 0 && count > 0) {
    throw malformed(
      'no-sample-type',
      'The profile has samples but does not say what they measure; it is damaged. Record it again.',
    );
  }
  if (count > 0 && valuesPerSample !== types) {
    throw malformed(
      'value-count',
      'A sample of the profile has {0} values where the profile has {1} sample types; it is damaged. Record it again.',
      [valuesPerSample, types],
    );
  }
}
