import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { stackFrames } from '../../analysis/costs/stackFrames.ts';
import { type SampleLabels, sampleLabels } from '../../analysis/filters/labels.ts';
import { formatCost } from '../../analysis/values/costFormat.ts';
import { quotient } from '../../analysis/values/measure.ts';
import { scaledLabel } from '../../analysis/values/units.ts';
import { isZero, toValue } from '../../analysis/values/value.ts';
import { weightAt } from '../../analysis/values/weights.ts';
import { ok } from '../../base/result.ts';
import { compareText } from '../../goText/text.ts';
import { int64At } from '../../pprof/columns.ts';
import type { Json } from '../terminal/jsonText.ts';
import { profileLabels } from './header.ts';
import { jsonValue } from './profileJson.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `traces`: every sample. As in pprof, file names are not trimmed. */
export const traces = {
  json: (context) => ok({ samples: samplesJson(context) }),

  output: (context) => ok(tracesText(context)),
} satisfies Report;

function* samplesJson({ untrimmed: profile, graph }: ReportContext): Generator<Json> {
  // JSON always has the lines of frames. The text has the granularity of the options, as in pprof.
  const nodes = new ProfileCosts(profile).nodes({ granularity: 'lines', ...graph });
  const types = profile.sampleTypes.length;
  for (let sample = 0; sample < profile.samples.count; sample++) {
    yield {
      values: profile.sampleTypes.map((_, type) =>
        jsonValue(toValue(int64At(profile.samples.values, sample * types + type))),
      ),
      stack: stackFrames(profile, nodes, sample).map(({ node, inline }) => {
        const { name, file, line } = nodes.info(node);
        return { function: name, file, line, inline };
      }),
      labels: labelsJson(sampleLabels(profile, sample)),
    };
  }
}

function* tracesText(context: ReportContext): Generator<string> {
  const { untrimmed: profile, graph } = context;
  const nodes = new ProfileCosts(profile).nodes(graph);
  yield `${profileLabels(context).join('\n')}\n`;
  for (let sample = 0; sample < profile.samples.count; sample++) {
    const frames = stackFrames(profile, nodes, sample);
    if (frames.length === 0) continue;
    yield `${[separator, ...labelRows(context, sample)].join('\n')}\n`;
    for (const [depth, { node, inline }] of frames.entries()) {
      const value = depth === 0 ? sampleValue(context, sample) : '';
      yield `${value.padStart(10)}   ${nodes.label(node)}${inline ? ' (inline)' : ''}\n`;
    }
  }
  yield `${separator}\n`;
}

const separator = '-----------+-------------------------------------------------------';

function sampleValue({ measured, format }: ReportContext, sample: number): string {
  const value = weightAt(measured.weights, sample);
  const divisor = measured.divisors === null ? 0 : weightAt(measured.divisors, sample);
  return formatCost(isZero(divisor) ? value : quotient(value, divisor), format);
}

function labelRows({ profile, labelUnits }: ReportContext, sample: number): string[] {
  const { texts, numbers } = sampleLabels(profile, sample);
  const row = (key: string, values: readonly string[]) => `${key.padStart(10)}:  ${values.join(' ')}`;
  const textRows = [...texts].map(([key, values]) => row(key, values));
  const numberRows = [...numbers].map(([key, values]) =>
    row(
      key,
      values.map((value) => scaledLabel(toValue(value), labelUnits.get(key) ?? '', 'auto')),
    ),
  );
  return [...textRows.sort(compareText), ...numberRows.sort(compareText)];
}

/** Labels by key: a text or a number, or a list if a key has several values. */
function labelsJson({ texts, numbers }: SampleLabels): Json {
  const values = new Map<string, (string | number)[]>();
  for (const [key, list] of texts) values.set(key, [...list]);
  for (const [key, list] of numbers) {
    values.set(key, [...(values.get(key) ?? []), ...list.map((value) => jsonValue(toValue(value)))]);
  }
  return Object.fromEntries([...values].map(([key, list]) => [key, list.length === 1 ? list[0] : list]));
}
