import { type CallNode, callGraph } from '../../analysis/callGraph/callGraph.ts';
import { scale } from '../../analysis/values/units.ts';
import type { Value } from '../../analysis/values/value.ts';
import { Int64Builder, Uint32Builder } from '../../pprof/columns.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { FunctionTable, LabelTable, LocationTable, MappingTable, Profile } from '../../pprof/profile.ts';
import { TextStrings } from '../../pprof/textStrings.ts';
import { ok } from '../../result.ts';
import type { Report, ReportContext } from './reportContext.ts';
import { inTableUnit } from './tableHeader.ts';

/** `topproto`: the rows of `top` as a pprof file: a sample for each, with its cum and flat as values. */
export const topProto: Report = {
  bytes(context) {
    const { nodes } = callGraph(context.costs, context.measured, context.graph, 'none');
    return ok(encodeGzipped(profileOfRows(nodes, inTableUnit(context, nodes))));
  },
};

function profileOfRows(rows: readonly CallNode[], { profile, format }: ReportContext): Profile {
  const { timeNanos, durationNanos, periodType, period } = profile;
  const tables = new RowTables();
  const values = new Int64Builder('signed', 2 * rows.length);
  const inUnit = (value: Value) =>
    BigInt(Math.trunc(scale(value, format.sampleUnit, format.outputUnit).value));
  for (const row of rows) {
    tables.add(row);
    values.pushExact(inUnit(row.cum));
    values.pushExact(inUnit(row.flat));
  }
  const count = rows.length;
  return {
    ...noDetails,
    ...tables.finish(),
    sampleTypes: ['cum', 'flat'].map((type) => ({ type, unit: format.outputUnit })),
    samples: {
      count,
      locationStart: numbersTo(count + 1),
      locations: numbersTo(count),
      values: values.finish(),
      labelStart: new Uint32Array(count + 1),
      selection: null,
    },
    timeNanos,
    durationNanos,
    periodType,
    period,
  };
}

/** The tables of a profile in which each row of a report is a location. */
class RowTables {
  readonly #strings = new TextStrings();
  readonly #address = new Int64Builder('unsigned');
  readonly #lineFunction = new Uint32Builder();
  readonly #lineNumber = new Int64Builder('signed');
  readonly #lineColumn = new Int64Builder('signed');
  readonly #name = new Uint32Builder();
  readonly #filename = new Uint32Builder();
  readonly #startLine = new Int64Builder('signed');
  /** By name, file and first line. */
  readonly #functions = new Map<string, number>();

  add({ info: { name, file, line, column, address, startLine } }: CallNode): void {
    const key = `${name}\0${file}\0${startLine}`;
    let ofRow = this.#functions.get(key);
    if (ofRow === undefined) {
      ofRow = this.#functions.size;
      this.#functions.set(key, ofRow);
      this.#name.push(this.#strings.add(name));
      this.#filename.push(this.#strings.add(file));
      this.#startLine.pushExact(BigInt(startLine));
    }
    this.#address.pushExact(address);
    this.#lineFunction.push(ofRow);
    this.#lineNumber.pushExact(BigInt(line));
    this.#lineColumn.pushExact(BigInt(column));
  }

  finish(): { strings: TextStrings; locations: LocationTable; functions: FunctionTable } {
    const count = this.#lineFunction.length;
    const functionCount = this.#functions.size;
    return {
      strings: this.#strings,
      locations: {
        count,
        id: idsTo(count),
        mapping: new Int32Array(count).fill(-1),
        address: this.#address.finish(),
        isFolded: new Uint8Array(count),
        lineStart: numbersTo(count + 1),
        lineFunction: this.#lineFunction.finish(),
        lineNumber: this.#lineNumber.finish(),
        lineColumn: this.#lineColumn.finish(),
      },
      functions: {
        count: functionCount,
        id: idsTo(functionCount),
        name: this.#name.finish(),
        systemName: new Uint32Array(functionCount),
        filename: this.#filename.finish(),
        startLine: this.#startLine.finish(),
      },
    };
  }
}

function numbersTo(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

function idsTo(count: number): LocationTable['id'] {
  return { approximate: Float64Array.from({ length: count }, (_, i) => i + 1), exact: null };
}

const noNumbers = { approximate: new Float64Array(0), exact: null };

const noLabels: LabelTable = {
  key: new Uint32Array(0),
  text: new Uint32Array(0),
  number: noNumbers,
  numberUnit: new Uint32Array(0),
};

const noMappings: MappingTable = {
  count: 0,
  id: noNumbers,
  start: noNumbers,
  limit: noNumbers,
  offset: noNumbers,
  filename: new Uint32Array(0),
  buildId: new Uint32Array(0),
  hasFunctions: new Uint8Array(0),
  hasFilenames: new Uint8Array(0),
  hasLineNumbers: new Uint8Array(0),
  hasInlineFrames: new Uint8Array(0),
};

/** What a table of costs does not have. */
const noDetails = {
  labels: noLabels,
  mappings: noMappings,
  defaultSampleType: '',
  dropFrames: '',
  keepFrames: '',
  comments: [],
  docUrl: '',
};
