/** Profiles with what `go tool pprof` says of them, and malformed inputs: see data/README.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { modulePath } from '../fuzz/reference.ts';

type Part = 'profiles' | 'malformed' | 'expected';

const folder = join(import.meta.dirname, 'data');

/** Names of the files in one of the data's folders. */
export function namesIn(part: Part): string[] {
  return readdirSync(join(folder, part)).sort();
}

export function pathOf(part: Part, name: string): string {
  return join(folder, part, name);
}

/** A JSON document of the data, inflated if necessary. The data's README describes its form. */
export function documentOf<T>(part: 'malformed' | 'expected', name: string): T {
  const bytes = readFileSync(pathOf(part, name));
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as T;
}

/** Profiles that google/pprof brings for its own tests, by the names that the data has for them. */
const borrowed: Readonly<Record<string, string>> = {
  'java-small.cpu.pb.gz': 'profile/testdata/java.cpu',
  'pprof-sample.cpu.pb.gz': 'internal/report/testdata/sample.cpu',
};

/** Every profile of which the data has what pprof says: those in its folder, and those of google/pprof. */
export const profileNames: readonly string[] = [...namesIn('profiles'), ...Object.keys(borrowed)].sort();

/** The file of a profile. Throws without Go, or if google/pprof cannot be downloaded and is needed. */
export async function profilePath(name: string): Promise<string> {
  const own = borrowed[name];
  return own === undefined
    ? pathOf('profiles', name)
    : join(await modulePath('github.com/google/pprof'), own);
}
