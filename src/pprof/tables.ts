/**
 * The finished tables of a profile, made from the columns that the decoder filled: ids become row numbers, and the rules
 * that hold between the tables are checked. Each function throws `Malformed` if one is broken.
 */
import { functionMissing, malformed } from './malformed.ts';
import type { FunctionTable, LabelTable, LocationTable, MappingTable, SampleTable } from './profile.ts';
import type { SampleColumns } from './sampleColumns.ts';
import type { FunctionColumns, LocationColumns, MappingColumns } from './tableColumns.ts';

export function functionTable(columns: FunctionColumns): FunctionTable {
  return {
    count: columns.count,
    id: columns.id.finish(),
    name: columns.name.finish(),
    systemName: columns.systemName.finish(),
    filename: columns.filename.finish(),
    startLine: columns.startLine.finish(),
  };
}

export function mappingTable(columns: MappingColumns): MappingTable {
  const [hasFunctions, hasFilenames, hasLineNumbers, hasInlineFrames] = columns.flags.map((flag) =>
    flag.finish(),
  );
  return {
    count: columns.count,
    id: columns.id.finish(),
    start: columns.start.finish(),
    limit: columns.limit.finish(),
    offset: columns.offset.finish(),
    filename: columns.filename.finish(),
    buildId: columns.buildId.finish(),
    hasFunctions: hasFunctions!,
    hasFilenames: hasFilenames!,
    hasLineNumbers: hasLineNumbers!,
    hasInlineFrames: hasInlineFrames!,
  };
}

/** @param functions @param mappings the tables that locations refer to */
export function locationTable(
  columns: LocationColumns,
  functions: FunctionColumns,
  mappings: MappingColumns,
): LocationTable {
  functions.index.finish();
  mappings.index.finish();
  if (columns.functionId.resolve(functions.index) !== -1) throw functionMissing();
  return {
    count: columns.count,
    id: columns.id.finish(),
    // pprof accepts a location whose mapping is not in the file, and treats it as one without a mapping.
    mapping: columns.mappingId.resolveSome(mappings.index),
    address: columns.address.finish(),
    isFolded: columns.isFolded.finish(),
    lineStart: columns.lineStart.finish(),
    lineFunction: columns.functionId.low.subarray(0, columns.functionId.length),
    lineNumber: columns.lineNumber.finish(),
    lineColumn: columns.lineColumn.finish(),
  };
}

/** @param locations what samples refer to */
export function sampleTable(
  columns: SampleColumns,
  sampleTypeCount: number,
  locations: LocationColumns,
): SampleTable {
  checkValueCounts(columns, sampleTypeCount);
  locations.index.finish();
  if (columns.locations.resolve(locations.index) !== -1) {
    throw malformed(
      'location-missing',
      'A sample of the profile names a location that is not there; it is damaged. Record it again.',
    );
  }
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
