/** `pprof-lens pgo`: CPU profiles merged into a file for profile-guided optimisation. */
import * as l10n from '@vscode/l10n';
import { cpuNanoseconds, type NamedProfile, pgoProfile } from '../../analysis/benchmark/pgo.ts';
import { scaledLabel } from '../../analysis/values/units.ts';
import { ok, type Result } from '../../base/result.ts';
import { pgoFileName, writePgo } from '../../go/profiles/pgo.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import {
  flag,
  type GivenArguments,
  optionsText,
  outputOption,
  readOptions,
  text,
  usually,
  wrong,
} from '../terminal/options.ts';
import { command, complain, deliver, exitStatus, failWith } from '../terminal/output.ts';
import { openSources } from './profileSource.ts';
import { readingOptions, type SourceOptions, storeOptions, storeOptionsText } from './storeSource.ts';

const ownOptions = {
  output: usually(pgoFileName, outputOption('write there, - for standard output')),
  check: usually(
    false,
    flag('instead: how old the default.pgo of programs is, and how much of it still fits'),
  ),
  tags: usually('', text('LIST', 'with --check: build tags')),
  json: usually(false, flag('with --check: one JSON document')),
  ...readingOptions,
};

const pgoOptions = { ...ownOptions, ...storeOptions };

/** Not translated: option names and this text belong together. */
const pgoUsage = `usage: pprof-lens pgo [--output=FILE] CPU_PROFILE [CPU_PROFILE...]
       pprof-lens pgo --check [PACKAGE...]

Merges CPU profiles into one for profile-guided optimisation: go build uses a file default.pgo beside
package main by itself, any other with -pgo=FILE. CPU_PROFILE is a file or the address of a running
server, such as http://localhost:6060/debug/pprof/profile. Profiles of production are the best ones.

For the compiler a call is the one of the profile if its function has the same name and makes it as many lines
below its beginning: --check says of which share that is true, and which functions have moved it or are gone.
Calls in Go's own library are left out: they change with Go alone.

${optionsText(ownOptions)}
${storeOptionsText}`;

export const pgoCommand = command(pgoUsage, readArguments, async ({ options, rest }) => {
  if (options.check) {
    const { checkPgo } = await import('./pgoCheck.ts');
    return checkPgo({ ...options, packages: rest.length === 0 ? ['.'] : rest });
  }
  const profiles = await readAll(rest, options);
  if (!profiles.ok) return failWith(profiles.problem);
  const merged = pgoProfile(profiles.value);
  if (!merged.ok) return failWith(merged.problem);
  const path = options.output;
  if (path === '-') return deliver(encodeGzipped(merged.value), path);
  const written = await writePgo(merged.value, path);
  if (!written.ok) return failWith(written.problem);
  complain(saved(merged.value, rest.length, path));
  return exitStatus.done;
});

function readArguments(argv: readonly string[]): Result<GivenArguments<typeof pgoOptions>> {
  const given = readOptions(argv, pgoOptions);
  if (!given.ok || given.value.options.check) return given;
  if (given.value.options.json) return wrong('--json goes with --check only.');
  return given.value.rest.length === 0 ? wrong('Name one or more CPU profiles.') : given;
}

async function readAll(sources: readonly string[], options: SourceOptions): Promise<Result<NamedProfile[]>> {
  const abort = new AbortController();
  const profiles: NamedProfile[] = [];
  try {
    for (const source of openSources(sources, options, abort.signal)) {
      const profile = await source.read();
      if (!profile.ok) return profile;
      profiles.push({ name: source.shown, profile: profile.value });
    }
    return ok(profiles);
  } finally {
    abort.abort();
  }
}

function saved(profile: Profile, count: number, path: string): string {
  const nanoseconds = cpuNanoseconds(profile);
  const time = nanoseconds === null ? '' : ` (${scaledLabel(nanoseconds, 'nanoseconds', 'auto')})`;
  const { count: distinct } = profile.samples;
  const stacks = distinct === 1 ? l10n.t('1 stack') : l10n.t('{0} stacks', distinct);
  return count === 1
    ? l10n.t('Wrote a profile, {0}{1}, to {2}.', stacks, time, path)
    : l10n.t('Merged {0} profiles, {1}{2}, into {3}.', count, stacks, time, path);
}
