/** The conformance data beside the project. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { skipWithoutJudge } from '../judges.ts';

const folder = process.env.PPROF_LENS_CONFORMANCE ?? join(import.meta.dirname, '../../../shared/conformance');

/** The reason to skip a test; `false` if the data is there. */
export const withoutData: string | false = existsSync(folder)
  ? false
  : skipWithoutJudge(`There is no conformance data in ${folder}.`);

/** Names of the files in one of the data's folders. */
export function namesIn(part: 'profiles' | 'malformed' | 'expected'): string[] {
  return withoutData === false ? readdirSync(join(folder, part)).sort() : [];
}

export function pathOf(part: 'profiles' | 'malformed' | 'expected', name: string): string {
  return join(folder, part, name);
}

/** A JSON document of the data, inflated if necessary. The data's README describes its form. */
export function documentOf<T>(part: 'malformed' | 'expected', name: string): T {
  const bytes = readFileSync(pathOf(part, name));
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as T;
}
