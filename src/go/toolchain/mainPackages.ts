/** The folders of a module's programs. The go command looks for a `default.pgo` there. */
import { ok, type Result } from '../../base/result.ts';
import { type ListRequest, listPackages } from './listPackages.ts';
import { captureProcess } from './process.ts';

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
