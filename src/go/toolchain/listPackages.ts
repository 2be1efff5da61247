/** The packages that match patterns of the go command: `.`, `./...`, import paths. */
import { fail, ok, type Result } from '../../base/result.ts';
import { firstMessage } from './firstMessage.ts';
import { captureProcess } from './process.ts';
import type { GoQuery } from './toolchain.ts';

export interface ListedPackage {
  readonly importPath: string;
  readonly directory: string;
  readonly hasTests: boolean;
  /** It is a program: its name is `main`. */
  readonly isMain: boolean;
}

export interface ListRequest extends GoQuery {
  /** Empty for the package in `directory`. */
  readonly patterns: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

const format = '{{.ImportPath}}\t{{.Dir}}\t{{or .TestGoFiles .XTestGoFiles | len}}\t{{.Name}}';

/**
 * What the go command says of packages: a row for each, in parts by the tabs of the format. Problems: `no-such-package` with what the
 * go command said, `cannot-start`, `cancelled`.
 */
export async function goList(
  { toolchain, directory, patterns, tags, env, signal }: ListRequest,
  format: string,
  options: readonly string[] = [],
): Promise<Result<string[][]>> {
  const listed = await captureProcess({
    command: toolchain.command,
    args: ['list', ...options, ...(tags === '' ? [] : [`-tags=${tags}`]), '-f', format, '--', ...patterns],
    directory,
    env,
    signal,
  });
  if (!listed.ok) return listed;
  const { exitCode, stdout, stderr } = listed.value;
  if (exitCode === 0) return ok(stdout.split('\n').map((line) => line.split('\t')));
  const reason = firstMessage(stderr.trim().split('\n'));
  return fail('no-such-package', 'The go command cannot list the packages: {0}', [reason], stderr);
}

/** Problems: those of `goList`. */
export async function listPackages(request: ListRequest): Promise<Result<ListedPackage[]>> {
  const listed = await goList(request, format);
  if (!listed.ok) return listed;
  return ok(
    listed.value.flatMap(([importPath, folder, tests, name]) => {
      if (!importPath || !folder) return [];
      return { importPath, directory: folder, hasTests: tests !== '0', isMain: name === 'main' };
    }),
  );
}

/**
 * The folders of all main packages in the module that `directory` belongs to, or in all modules of its `go.work`.
 * Problems: those of `listPackages`.
 */
export async function mainPackages(request: Omit<ListRequest, 'patterns'>): Promise<Result<string[]>> {
  const { toolchain, directory, env, signal } = request;
  const modules = await captureProcess({
    command: toolchain.command,
    args: ['list', '-m'],
    directory,
    env,
    signal,
  });
  if (!modules.ok) return modules;
  const lines = modules.value.stdout.split('\n');
  const patterns = lines.flatMap((line) => (line.trim() === '' ? [] : `${line.trim()}/...`));
  if (patterns.length === 0) return ok([]);
  const packages = await listPackages({ ...request, patterns });
  return packages.ok
    ? ok(packages.value.filter(({ isMain }) => isMain).map((each) => each.directory))
    : packages;
}
