import { type CallNode, callGraph } from '../../analysis/callGraph/callGraph.ts';
import { outermostLines } from '../../analysis/filters/frameFilters.ts';
import { multiplied } from '../../analysis/values/costFormat.ts';
import { scale } from '../../analysis/values/units.ts';
import { toValue, type Value } from '../../analysis/values/value.ts';
import { ok } from '../../base/result.ts';
import { Int64Builder, int64At } from '../../pprof/columns.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import { TablesBuilder } from '../../pprof/tablesBuilder.ts';
import { inTableUnit } from './header.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `proto`: the merged and filtered profile as a pprof file. */
export const proto = {
  fileEnding: 'pb.gz',
  output({ untrimmed, graph, format }) {
    const shown = graph.noInlines === true ? outermostLines(untrimmed) : untrimmed;
    return ok(encodeGzipped(divided(shown, format.ratio)));
  },
} satisfies Report;

/** The profile with its values divided by `--divide-by`. */
function divided(profile: Profile, ratio: number): Profile {
  if (ratio === 1 || ratio <= 0) return profile;
  const { samples } = profile;
  const length = samples.values.approximate.length;
  const values = new Int64Builder('signed', length + 1);
  for (let i = 0; i < length; i++) {
    values.pushExact(BigInt(multiplied(toValue(int64At(samples.values, i)), ratio)));
  }
  return { ...profile, samples: { ...samples, values: values.finish() } };
}

/** `topproto`: the rows of `top` as a pprof file: a sample for each, with its cum and flat as values. */
export const topProto = {
  fileEnding: 'pb.gz',
  output(context) {
    const { nodes } = callGraph(context.costs, context.measured, context.graph, 'none');
    return ok(encodeGzipped(profileOfRows(nodes, inTableUnit(context, nodes))));
  },
} satisfies Report;

function profileOfRows(rows: readonly CallNode[], { profile, format }: ReportContext): Profile {
  const { timeNanos, durationNanos, periodType, period } = profile;
  const tables = new TablesBuilder();
  const { strings } = tables;
  const values = new Int64Builder('signed', 2 * rows.length);
  const inUnit = (value: Value) =>
    BigInt(Math.trunc(scale(value, format.sampleUnit, format.outputUnit).value));
  for (const { info, cum, flat } of rows) {
    const { name, file, line, column, address, startLine } = info;
    const names = { name: strings.add(name), filename: strings.add(file) };
    tables.addLocation(-1, address);
    tables.addLine(
      tables.addFunction({ ...names, startLine: BigInt(startLine) }),
      BigInt(line),
      BigInt(column),
    );
    values.pushExact(inUnit(cum));
    values.pushExact(inUnit(flat));
  }
  const count = rows.length;
  return {
    ...noDetails,
    ...tables.finish(),
    strings,
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

function numbersTo(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

/** What a table of costs does not have. */
const noDetails = {
  labels: {
    key: new Uint32Array(0),
    text: new Uint32Array(0),
    number: { approximate: new Float64Array(0), exact: null },
    numberUnit: new Uint32Array(0),
  },
  defaultSampleType: '',
  dropFrames: '',
  keepFrames: '',
  comments: [],
  docUrl: '',
};
