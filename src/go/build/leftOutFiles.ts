/** Test files that Go leaves out of a build, because of build tags or the system that they are for. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, type Problem } from '../../base/result.ts';
import { type BuildFacts, type LeftOut, leftOut } from '../scan/buildConstraint.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import { tagsIn } from '../toolchain/flags.ts';
import { captureProcess } from '../toolchain/process.ts';
import { type GoSettings, tagsFlag } from './goBuild.ts';

/** What decides about the files of a build. */
export interface BuildQuery extends GoSettings {
  readonly packageDirectory: string;
}

/** The build tags that a build has: those of its flags are stronger than those of the settings, and these than GOFLAGS. */
export function tagsOf({ toolchain, tags = '', flags }: BuildQuery): string[] {
  const given = tagsIn(flags) ?? (tags === '' ? tagsIn(toolchain.goflags.split(/\s+/)) : tags) ?? '';
  return given.split(/[,\s]+/).filter((tag) => tag !== '');
}

/**
 * Says why Go leaves a test file out of a build; `null` if it is part of it. Problems: `needs-tags` (its second argument has
 * the tags, separated by commas, the third those and the ones that are set), `other-system`, `ignored-file`.
 *
 * @param text of the file
 */
export async function leftOutProblem(file: string, text: string, query: BuildQuery): Promise<Problem | null> {
  const found = leftOut(basename(file), text, factsOf(query));
  // Go has the last word: a file that it builds must run.
  return found === null || !(await isIgnored(file, query)) ? null : problemOf(basename(file), found, query);
}

/** For a package where no benchmark was found: a problem of a test file with benchmarks that is left out; else `null`. */
export async function leftOutHint(query: BuildQuery): Promise<Problem | null> {
  const { packageDirectory } = query;
  const names = await readdir(packageDirectory).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('_test.go')).sort()) {
    const file = await readRegularFileLater(join(packageDirectory, name));
    const text = file.ok ? file.value.text : '';
    const found = /^func Benchmark/m.test(text) ? leftOut(name, text, factsOf(query)) : null;
    if (found !== null && found.why !== 'ignore') return problemOf(name, found, query);
  }
  return null;
}

function factsOf(query: BuildQuery): BuildFacts {
  const { goos, goarch, cgo, version } = query.toolchain;
  return { goos, goarch, cgo, version, tags: tagsOf(query) };
}

async function isIgnored(file: string, query: BuildQuery): Promise<boolean> {
  const { toolchain, packageDirectory, env } = query;
  const format = '{{range .IgnoredGoFiles}}{{.}}{{"\\n"}}{{end}}';
  const listed = await captureProcess({
    command: toolchain.command,
    args: ['list', '-e', ...tagsFlag(tagsOf(query).join(',')), '-f', format, '.'],
    directory: packageDirectory,
    env,
  });
  return listed.ok && listed.value.stdout.split(/\r?\n/).includes(basename(file));
}

function problemOf(name: string, found: LeftOut, query: BuildQuery): Problem {
  const { toolchain } = query;
  if (found.why === 'tags') {
    const template =
      found.tags.length === 1
        ? '{0} is built only with the build tag {1}.'
        : '{0} is built only with the build tags {1}.';
    return fail('needs-tags', template, [
      name,
      found.tags.join(','),
      [...tagsOf(query), ...found.tags].join(','),
    ]).problem;
  }
  if (found.why === 'ignore') {
    const template =
      '{0} is left out of every build by its line //go:build ignore. Remove the line to run its benchmarks.';
    return fail('ignored-file', template, [name]).problem;
  }
  const here = `${toolchain.goos}/${toolchain.goarch}, ${toolchain.version}`;
  const template = '{0} is not part of a build for this system ({1}). It is for: {2}.';
  return fail('other-system', template, [name, here, found.constraint]).problem;
}
