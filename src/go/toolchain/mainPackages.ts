/** The programs of a module: where a `default.pgo` belongs. */
import { ok, type Result } from '../../result.ts';
import { type ListRequest, listPackages } from './listPackages.ts';
import { runProcess } from './process.ts';

/**
 * Folders of the packages main in the module (or the modules of the `go.work`) that a folder belongs to.
 * Problems: those of `listPackages`.
 */
export async function mainPackages(request: Omit<ListRequest, 'patterns'>): Promise<Result<string[]>> {
  const { toolchain, directory, env, signal } = request;
  let modules = '';
  const end = await runProcess({
    command: toolchain.command,
    args: ['list', '-m'],
    directory,
    env,
    signal,
    onStdout: (text) => {
      modules += text;
    },
  });
  if (!end.ok) return end;
  const patterns = modules.split('\n').flatMap((line) => (line.trim() === '' ? [] : `${line.trim()}/...`));
  if (patterns.length === 0) return ok([]);
  const packages = await listPackages({ ...request, patterns });
  return packages.ok
    ? ok(packages.value.filter(({ isMain }) => isMain).map((each) => each.directory))
    : packages;
}
