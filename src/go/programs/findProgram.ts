/** A program before it is built: its package, and how it can be profiled. */
import { basename, join } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import { type GoSettings, reasonIn, tagsFlag } from '../build/goBuild.ts';
import { leftOut } from '../scan/buildConstraint.ts';
import type { GoScanner } from '../scan/scan.ts';
import type { ProfileFlag } from '../scan/scanProgram.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import { programFlags } from '../toolchain/flags.ts';
import { captureProcess } from '../toolchain/process.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';

export interface ProgramQuery extends GoSettings {
  /** The go command runs here. */
  readonly directory: string;
  /** A package as the go command takes it, or files of one. */
  readonly patterns: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export interface Program {
  /** What the user calls it: `hey`. */
  readonly name: string;
  readonly importPath: string;
  readonly packageDirectory: string;
  /** Its own flags for profiles, if it calls `pprof.StartCPUProfile`. One for each kind at most. */
  readonly flags: readonly ProfileFlag[];
  /** `net/http/pprof` is part of it. */
  readonly servesProfiles: boolean;
  /** Addresses that the code beside `net/http/pprof` writes out, best first. */
  readonly addresses: readonly string[];
}

interface Listed {
  readonly importPath: string;
  readonly directory: string;
  readonly name: string;
  readonly isOwn: boolean;
  readonly files: readonly string[];
}

const separator = '\t';
const format = [
  '{{.ImportPath}}',
  '{{.Dir}}',
  '{{.Name}}',
  '{{with .Module}}{{.Main}}{{else}}{{not .Standard}}{{end}}',
  '{{range .GoFiles}}{{.}}|{{end}}{{range .CgoFiles}}{{.}}|{{end}}',
].join(separator);

/**
 * Finds the program that patterns mean, and looks in its sources for its own ways to be profiled. Problems: `no-such-package`,
 * `not-a-program`, `several-packages`, those of `captureProcess`.
 */
export async function findProgram(query: ProgramQuery, scanner: GoScanner): Promise<Result<Program>> {
  const itself = await list(query, []);
  if (!itself.ok) return itself;
  const [program, another] = itself.value;
  if (program === undefined)
    return fail('no-such-package', 'No package matches {0}.', [query.patterns.join(' ')]);
  if (another !== undefined) {
    return fail('several-packages', '{0} are several packages. Name one program.', [
      query.patterns.join(' '),
    ]);
  }
  if (program.name !== 'main') {
    return fail('not-a-program', '{0} is no program: its package is {1}, not main.', [
      program.importPath,
      program.name,
    ]);
  }
  // Where a dependency is missing, the build says so better.
  const dependencies = await list(query, ['-deps', '-e']);
  if (!dependencies.ok && dependencies.problem.code === 'cancelled') return dependencies;
  const all = dependencies.ok ? dependencies.value : [program];
  return ok({
    name: nameOf(program, query.patterns),
    importPath: program.importPath,
    packageDirectory: program.directory,
    ...(await ownProfiling(all, scanner)),
    servesProfiles: all.some(({ importPath }) => importPath === 'net/http/pprof'),
  });
}

async function list(query: ProgramQuery, options: readonly string[]): Promise<Result<Listed[]>> {
  const { toolchain, directory, patterns, tags, flags, env, signal } = query;
  const listed = await captureProcess({
    command: toolchain.command,
    args: ['list', ...options, ...tagsFlag(tags), ...programFlags(flags), '-f', format, '--', ...patterns],
    directory,
    env,
    signal,
  });
  if (!listed.ok) return listed;
  const { exitCode, stdout, stderr } = listed.value;
  if (exitCode !== 0) {
    const template = 'The go command cannot list the package: {0}';
    return fail('no-such-package', template, [reasonIn(stderr) ?? ''], stderr);
  }
  return ok(
    stdout.split('\n').flatMap((line): Listed[] => {
      const [importPath = '', folder = '', name = '', isOwn = '', files = ''] = line
        .trimEnd()
        .split(separator);
      if (importPath === '' || folder === '') return [];
      const names = files.split('|').filter((each) => each !== '');
      return [{ importPath, directory: folder, name, isOwn: isOwn === 'true', files: names }];
    }),
  );
}

/** `hey` for `github.com/rakyll/hey`, `tool` for `example.com/tool/v2`, `gen` for the file `gen.go`. */
function nameOf({ importPath, directory }: Listed, patterns: readonly string[]): string {
  const [file = ''] = patterns;
  if (importPath === 'command-line-arguments' && file.endsWith('.go')) return basename(file, '.go');
  const parts = importPath.split('/').filter((part) => !/^v\d+$/.test(part));
  return parts.at(-1) || basename(directory);
}

/** Modules are large; few files say anything about profiles. */
const mostFiles = 200;

async function ownProfiling(
  packages: readonly Listed[],
  scanner: GoScanner,
): Promise<Pick<Program, 'flags' | 'addresses'>> {
  const flags = new Map<ProfileFlag['kind'], ProfileFlag>();
  const addresses = new Set<string>();
  let starts = false;
  let scanned = 0;
  // The program's own package is listed last; its flags win.
  for (const { directory, files, isOwn } of [...packages].reverse()) {
    for (const name of isOwn ? files : []) {
      const read = scanned < mostFiles ? await readRegularFileLater(join(directory, name)) : null;
      if (!read?.ok || !/prof/i.test(read.value.text)) continue;
      scanned++;
      const found = scanner.program(read.value.text);
      starts ||= found.startsCpuProfile;
      for (const flag of found.flags) if (!flags.has(flag.kind)) flags.set(flag.kind, flag);
      if (found.servesProfiles) for (const address of found.addresses) addresses.add(address);
    }
  }
  return { flags: starts ? [...flags.values()] : [], addresses: [...addresses] };
}

/**
 * What to build for a file of package main: the file alone if its `//go:build ignore` leaves it out of its package, as
 * `go run` of the file does; otherwise its package.
 */
export function patternsOf(
  file: string,
  text: string,
  { goos, goarch, cgo, version }: GoToolchain,
  tags: string,
): readonly string[] {
  const facts = { goos, goarch, cgo, version, tags: tags.split(/[,\s]+/).filter((tag) => tag !== '') };
  return leftOut(basename(file), text, facts)?.why === 'ignore' ? [basename(file)] : ['.'];
}
