/** Packages by the patterns the go command takes: `.`, `./...`, import paths. */
import { fail, ok, type Result } from '../../result.ts';
import { BoundedText } from './boundedText.ts';
import { runProcess } from './process.ts';
import type { GoToolchain } from './toolchain.ts';

export interface ListedPackage {
  readonly importPath: string;
  readonly directory: string;
  readonly hasTests: boolean;
  /** Package main: a program. */
  readonly isMain: boolean;
}

export interface ListRequest {
  readonly toolchain: GoToolchain;
  /** Where relative patterns start. */
  readonly directory: string;
  /** None means the package in `directory`. */
  readonly patterns: readonly string[];
  /** Comma-separated build tags. */
  readonly tags: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

const format = '{{.ImportPath}}\t{{.Dir}}\t{{or .TestGoFiles .XTestGoFiles | len}}\t{{.Name}}';
const keptErrors = 16 * 1024;

/** Problems: `no-such-package` with what the go command said, `cannot-start`, `cancelled`. */
export async function listPackages(request: ListRequest): Promise<Result<ListedPackage[]>> {
  const { toolchain, directory, patterns, tags, env, signal } = request;
  let stdout = '';
  const stderr = new BoundedText(keptErrors);
  const end = await runProcess({
    command: toolchain.command,
    args: ['list', ...(tags === '' ? [] : [`-tags=${tags}`]), '-f', format, '--', ...patterns],
    directory,
    env,
    signal,
    onStdout: (text) => {
      stdout += text;
    },
    onStderr: (text) => stderr.push(text),
  });
  if (!end.ok) return end;
  if (end.value.exitCode !== 0) {
    const said = stderr.toString();
    const reason = said.trim().split('\n')[0] ?? '';
    return fail('no-such-package', 'The go command cannot list the packages: {0}', [reason], said);
  }
  return ok(
    stdout.split('\n').flatMap((line) => {
      const [importPath, folder, tests, name] = line.split('\t');
      if (!importPath || !folder) return [];
      return { importPath, directory: folder, hasTests: tests !== '0', isMain: name === 'main' };
    }),
  );
}
