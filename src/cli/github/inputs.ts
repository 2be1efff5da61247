/** What the action's user asks for: `action.yml` passes its inputs in the environment, so that no shell reads them. */
import { join } from 'node:path';

export interface ActionInputs {
  readonly packages: readonly string[];
  readonly bench: string;
  /** Empty for the commit that the workflow's event names. */
  readonly against: string;
  /** Options of `bench`, as they were given. */
  readonly options: readonly string[];
  /** Which comment it is, where a pull request has several. */
  readonly name: string;
  /** What is shown and kept of the run. */
  readonly folder: string;
  /** What files are shown relative to. */
  readonly workspace: string;
}

export function readInputs(env: NodeJS.ProcessEnv): ActionInputs {
  const input = (name: string) => env[`INPUT_${name}`]?.trim() ?? '';
  const numbers = ['count', 'layouts', 'threshold'].flatMap((name) => {
    const given = input(name.toUpperCase());
    return given === '' ? [] : [`--${name}=${given}`];
  });
  const packages = input('PACKAGES').split(/\s+/).filter(Boolean);
  return {
    packages: packages.length === 0 ? ['./...'] : packages,
    bench: input('BENCH') || '.',
    against: input('AGAINST'),
    options: [...numbers, ...input('OPTIONS').split(/\r?\n/).filter(Boolean)],
    name: input('NAME') || 'pprof-lens',
    folder: env.PPROF_LENS_FOLDER || join(env.RUNNER_TEMP || '.', 'pprof-lens'),
    workspace: env.GITHUB_WORKSPACE || process.cwd(),
  };
}
