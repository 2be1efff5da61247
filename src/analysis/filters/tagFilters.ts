/** Filters on labels ("tags"), with pprof's names and meanings. */

import { ok, type Result } from '../../base/result.ts';
import { editStacks, keepLabels } from '../../pprof/derive.ts';
import type { Profile } from '../../pprof/profile.ts';
import { scale } from '../values/units.ts';
import { toValue } from '../values/value.ts';
import type { Filtered } from './frameFilters.ts';
import { type SampleLabels, sampleLabels } from './labels.ts';
import { compilePattern, MatchedStrings, type Pattern } from './pattern.ts';

/** A question about a sample's labels. */
export type TagQuestion = (labels: SampleLabels, units: ReadonlyMap<string, string>) => boolean;

/**
 * What `tagfocus` and `tagignore` take:
 *
 *   user=ann       a value of the label `user` matches
 *   ann,bob        each matches some `key:value`
 *   16kb:64kb      a numeric label is in that range; also `:64kb`, `4mb:`, `32kb`
 *   bytes=16kb:    the numeric label `bytes` is
 *
 * Fails with `bad-pattern`.
 */
export function compileTagQuestion(option: string, text: string): Result<TagQuestion> {
  const equals = text.indexOf('=');
  const key = equals === -1 ? '' : text.slice(0, equals);
  const wanted = text.slice(equals + 1);
  const range = parseRange(wanted);
  if (range !== null) return ok(rangeQuestion(key, range));
  const patterns: Pattern[] = [];
  for (const part of wanted.split(',')) {
    const pattern = compilePattern(option, part);
    if (!pattern.ok) return pattern;
    patterns.push(pattern.value);
  }
  return ok(
    key === '' ? anyKeyQuestion(patterns) : ({ texts }) => matchesAny(texts.get(key) ?? [], patterns),
  );
}

function matchesAny(values: readonly string[], patterns: readonly Pattern[]): boolean {
  return patterns.some((pattern) => values.some((value) => pattern.matches(value)));
}

function anyKeyQuestion(patterns: readonly Pattern[]): TagQuestion {
  return ({ texts }) => {
    const pairs = [...texts].flatMap(([key, values]) => values.map((value) => `${key}:${value}`));
    return patterns.every((pattern) => pairs.some((pair) => pattern.matches(pair)));
  };
}

type Range = (value: bigint, unit: string) => boolean;

function rangeQuestion(key: string, range: Range): TagQuestion {
  return ({ numbers }, units) => {
    for (const [name, values] of numbers) {
      if (key !== '' && key !== name) continue;
      if (values.some((value) => range(value, units.get(name) ?? ''))) return true;
    }
    return false;
  };
}

/** A number with a unit, or not: `-16kb`. */
const bound = /^([+-]?\d+)([A-Za-z]+)?$/;

function parseRange(text: string): Range | null {
  const colon = text.indexOf(':');
  const low = bound.exec(colon === -1 ? text : text.slice(0, colon));
  const high = colon === -1 ? low : bound.exec(text.slice(colon + 1));
  const isOpen = (end: RegExpExecArray | null, side: string) => end === null && side === '';
  if (colon !== -1 && low === null && !isOpen(low, text.slice(0, colon))) return null;
  if (colon !== -1 && high === null && !isOpen(high, text.slice(colon + 1))) return null;
  const first = low ?? high;
  if (first === null) return null;
  const unitName = first[2] ?? '';
  const unit = scale(toValue(BigInt(first[1]!)), unitName, unitName).unit;
  const limit = (end: RegExpExecArray | null) =>
    end === null ? null : scale(toValue(BigInt(end[1]!)), end[2] ?? '', end === first ? unitName : unit);
  const [least, most] = [limit(low), limit(high)];
  // Both ends must measure the same kind of thing.
  if (most !== null && most.unit !== unit) return null;
  return (value, labelUnit) => {
    const scaled = scale(toValue(value), labelUnit, unit);
    return (
      scaled.unit === unit &&
      (least === null || scaled.value >= least.value) &&
      (most === null || scaled.value <= most.value)
    );
  };
}

/**
 * Keeps the samples for which the answer is `wanted`.
 *
 * @param units of numeric labels, as `numericLabelUnits` has them for the whole profile
 */
export function filterByTag(
  profile: Profile,
  question: TagQuestion,
  wanted: boolean,
  units: ReadonlyMap<string, string>,
): Filtered {
  const { samples } = profile;
  const keep = new Uint8Array(samples.count);
  let matched = false;
  for (let sample = 0; sample < samples.count; sample++) {
    const answer = question(sampleLabels(profile, sample), units);
    matched ||= answer;
    keep[sample] = answer === wanted ? 1 : 0;
  }
  return { profile: editStacks(profile, { keep }), matched };
}

/** Keeps the labels whose key matches `show` and does not match `hide`. */
export function filterTags(
  profile: Profile,
  show: Pattern | undefined,
  hide: Pattern | undefined,
): { profile: Profile; matched: { show: boolean; hide: boolean } } {
  const { labels, strings } = profile;
  const shown = new MatchedStrings(strings, (key) => show === undefined || show.matches(key));
  const hidden = new MatchedStrings(strings, (key) => hide?.matches(key) === true);
  const keep = new Uint8Array(labels.key.length);
  const matched = { show: false, hide: false };
  for (const [label, key] of labels.key.entries()) {
    matched.show ||= shown.has(key);
    matched.hide ||= hidden.has(key);
    if (shown.has(key) && !hidden.has(key)) keep[label] = 1;
  }
  return { profile: keepLabels(profile, keep), matched };
}
