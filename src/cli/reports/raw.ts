import { outermostLines } from '../../analysis/filters/frameFilters.ts';
import { type SampleLabels, sampleLabels } from '../../analysis/filters/labels.ts';
import { nameAsLoaded } from '../../analysis/names/functionName.ts';
import { ok } from '../../base/result.ts';
import { compareText } from '../../goText/text.ts';
import { int64At } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';
import { zonedTime } from './header.ts';
import type { Report } from './reportContext.ts';

/** `raw`: the decoded profile as `go tool pprof -raw` prints it. */
export const raw = {
  output: ({ untrimmed, graph }) =>
    ok(rawText(graph.noInlines === true ? outermostLines(untrimmed) : untrimmed)),
} satisfies Report;

function* rawText(profile: Profile): Generator<string> {
  for (const line of rawLines(profile)) yield `${line}\n`;
}

function* rawLines(profile: Profile): Generator<string> {
  const { periodType, period, timeNanos, durationNanos, sampleTypes, defaultSampleType } = profile;
  const lines = profile.comments.map((comment) => `Comment: ${comment}`);
  if (profile.docUrl !== '') lines.push(`Doc: ${profile.docUrl}`);
  lines.push(`PeriodType: ${periodType.type} ${periodType.unit}`, `Period: ${period}`);
  if (timeNanos !== 0n) lines.push(`Time: ${zonedTime(timeNanos)}`);
  // pprof prints only four characters of the duration.
  if (durationNanos !== 0n) lines.push(`Duration: ${goDuration(durationNanos).slice(0, 4)}`);
  yield* lines;
  const types = sampleTypes.map(
    ({ type, unit }) => `${type}/${unit}${type === defaultSampleType ? '[dflt]' : ''}`,
  );
  yield* ['Samples:', types.join(' ')];
  for (let sample = 0; sample < profile.samples.count; sample++) yield* sampleLines(profile, sample);
  yield 'Locations';
  for (let location = 0; location < profile.locations.count; location++)
    yield* locationLines(profile, location);
  yield 'Mappings';
  for (let mapping = 0; mapping < profile.mappings.count; mapping++) yield mappingLine(profile, mapping);
}

function sampleLines(profile: Profile, sample: number): string[] {
  const { samples, locations, sampleTypes } = profile;
  const values = sampleTypes.map(
    (_, type) => ` ${String(int64At(samples.values, sample * sampleTypes.length + type)).padStart(10)}`,
  );
  const ids: string[] = [];
  for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
    ids.push(`${int64At(locations.id, samples.locations[i]!)} `);
  }
  const lines = [`${values.join('')}: ${ids.join('')}`];
  const indent = ' '.repeat(16);
  const { texts, numbers, units } = sampleLabels(profile, sample);
  if (texts.size > 0) {
    const printed = [...texts].map(([key, list]) => `${key}:[${list.join(' ')}]`);
    lines.push(indent + printed.sort(compareText).join(' '));
  }
  if (numbers.size > 0) lines.push(indent + numberTexts({ numbers, units }).sort(compareText).join(' '));
  return lines;
}

function numberTexts({ numbers, units }: Pick<SampleLabels, 'numbers' | 'units'>): string[] {
  return [...numbers].map(([key, list]) => {
    const keyUnits = units.get(key);
    const values = list.map((value, i) =>
      keyUnits === undefined ? String(value) : `${value} ${keyUnits[i]}`,
    );
    return `${key}:[${values.join(' ')}]`;
  });
}

function locationLines(profile: Profile, location: number): string[] {
  const { locations, mappings, functions, strings } = profile;
  const id = String(int64At(locations.id, location)).padStart(6);
  const mapping = locations.mapping[location]!;
  const inMapping = mapping === -1 ? '' : `M=${int64At(mappings.id, mapping)} `;
  const folded = locations.isFolded[location] === 1 ? '[F] ' : '';
  let prefix = `${id}: 0x${int64At(locations.address, location).toString(16)} ${inMapping}${folded}`;
  const lines: string[] = [];
  const end = locations.lineStart[location + 1]!;
  for (let row = locations.lineStart[location]!; row < end; row++) {
    const f = locations.lineFunction[row]!;
    const systemName = strings.get(functions.systemName[f]!);
    const fileName = strings.get(functions.name[f]!);
    // pprof changes a name that no demangler has made from the system name yet.
    const name = fileName === '' || fileName === systemName ? nameAsLoaded(systemName) : fileName;
    const place = `${strings.get(functions.filename[f]!)}:${int64At(locations.lineNumber, row)}:${int64At(locations.lineColumn, row)}`;
    const mangled = name === systemName ? '' : `(${systemName})`;
    lines.push(`${prefix}${name} ${place} s=${int64At(functions.startLine, f)}${mangled}`);
    prefix = ' '.repeat(13);
  }
  return lines.length > 0 ? lines : [prefix];
}

function mappingLine({ mappings, strings }: Profile, mapping: number): string {
  const flags = [
    mappings.hasFunctions[mapping] === 1 ? '[FN]' : '',
    mappings.hasFilenames[mapping] === 1 ? '[FL]' : '',
    mappings.hasLineNumbers[mapping] === 1 ? '[LN]' : '',
    mappings.hasInlineFrames[mapping] === 1 ? '[IN]' : '',
  ].join('');
  const hex = (column: Profile['mappings']['start']) => `0x${int64At(column, mapping).toString(16)}`;
  const range = `${hex(mappings.start)}/${hex(mappings.limit)}/${hex(mappings.offset)}`;
  const file = strings.get(mappings.filename[mapping]!);
  return `${int64At(mappings.id, mapping)}: ${range} ${file} ${strings.get(mappings.buildId[mapping]!)} ${flags}`;
}

/** A duration as Go prints it: `1h2m3.5s`, `1.5ms`. */
function goDuration(nanos: bigint): string {
  const sign = nanos < 0n ? '-' : '';
  const size = nanos < 0n ? -nanos : nanos;
  const withFraction = (unit: bigint, name: string) => {
    const fraction = String(size % unit)
      .padStart(String(unit).length - 1, '0')
      .replace(/(?<!0)0+$/, '');
    return `${sign}${size / unit}${fraction === '' ? '' : `.${fraction}`}${name}`;
  };
  if (size < 1_000n) return `${sign}${size}ns`;
  if (size < 1_000_000n) return withFraction(1_000n, 'µs');
  if (size < 1_000_000_000n) return withFraction(1_000_000n, 'ms');
  const seconds = size / 1_000_000_000n;
  const fraction = String(size % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '');
  const rest = `${seconds % 60n}${fraction === '' ? '' : `.${fraction}`}s`;
  if (seconds < 60n) return sign + rest;
  const minutes = `${(seconds / 60n) % 60n}m`;
  return seconds < 3600n ? sign + minutes + rest : `${sign}${seconds / 3600n}h${minutes}${rest}`;
}
