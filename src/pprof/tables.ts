/**
 * The finished tables of a profile, made from the columns that the decoder filled: ids become row numbers, and the rules
 * that hold between the tables are checked. Each function throws `Malformed` if one is broken.
 */
import { int64At } from './columns.ts';
import { IdIndex } from './ids.ts';
import { malformed } from './malformed.ts';
import type {
  FunctionTable,
  Int64Column,
  LabelTable,
  LocationTable,
  MappingTable,
  SampleTable,
} from './profile.ts';
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

/** @param functionIds @param mappingIds the id columns of the tables that locations refer to */
export function locationTable(
  columns: LocationColumns,
  functionIds: Int64Column,
  mappingIds: Int64Column,
): LocationTable {
  const functions = checkedIds(functionIds, 'function');
  const mappings = checkedIds(mappingIds, 'mapping');
  if (columns.functionId.resolve(functions) !== -1) {
    throw malformed(
      'function-missing',
      'A location of the profile names a function that is not there; it is damaged. Record it again.',
    );
  }
  // pprof accepts a location whose mapping is not in the file, and treats it as one without a mapping.
  const mapping = new Int32Array(columns.count);
  const { low, high } = columns.mappingId;
  for (let i = 0; i < columns.count; i++) mapping[i] = mappings.find(low[i]!, high === null ? 0 : high[i]!);
  return {
    count: columns.count,
    id: columns.id.finish(),
    mapping,
    address: columns.address.finish(),
    isFolded: columns.isFolded.finish(),
    lineStart: columns.lineStart.finish(),
    lineFunction: columns.functionId.low.subarray(0, columns.functionId.length),
    lineNumber: columns.lineNumber.finish(),
    lineColumn: columns.lineColumn.finish(),
  };
}

/** @param locationIds the id column of the locations, which samples refer to */
export function sampleTable(
  columns: SampleColumns,
  sampleTypeCount: number,
  locationIds: Int64Column,
): SampleTable {
  checkValueCounts(columns, sampleTypeCount);
  if (columns.locations.resolve(checkedIds(locationIds, 'location')) !== -1) {
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

function checkValueCounts({ count, valuesPerSample, unevenValues }: SampleColumns, types: number): void {
  if (types === 0 && count > 0) {
    throw malformed(
      'no-sample-type',
      'The profile has samples but does not say what they measure; it is damaged. Record it again.',
    );
  }
  const wrong = valuesPerSample !== types ? valuesPerSample : unevenValues;
  if (count > 0 && wrong !== -1) {
    throw malformed(
      'value-count',
      'A sample of the profile has {0} values where the profile has {1} sample types; it is damaged. Record it again.',
      [wrong, types],
    );
  }
}

/** The index of a table's ids. They must be unique. */
function checkedIds(ids: Int64Column, table: 'function' | 'location' | 'mapping'): IdIndex {
  const index = new IdIndex(ids);
  if (index.duplicate !== -1) {
    throw malformed(
      `${table}-id-duplicate`,
      'The profile holds two {0}s with the id {1}; it is damaged. Record it again.',
      [table, String(int64At(ids, index.duplicate))],
    );
  }
  return index;
}
