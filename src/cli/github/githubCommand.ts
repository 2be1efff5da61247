/** `pprof-lens github`: what the action of this repository runs in workflows of GitHub. */
import { ok } from '../../base/result.ts';
import { readOptions, wrong } from '../terminal/options.ts';
import { command } from '../terminal/output.ts';
import { benchInWorkflow } from './benchInWorkflow.ts';
import { commentInWorkflow } from './commentInWorkflow.ts';

/** Not translated: option names and this text belong together. */
const githubUsage = `usage: pprof-lens github bench|comment

What the action of pprof Lens runs in a workflow of GitHub. Its inputs, and what a runner says of the
workflow, come in the environment.

  bench     bench --against=REF, told in the log, in the summary of the job, and on lines that cost more
  comment   what it has found as the comment of the pull request
`;

const steps = { bench: benchInWorkflow, comment: commentInWorkflow };

function isStep(name: string): name is keyof typeof steps {
  return Object.hasOwn(steps, name);
}

export const githubCommand = command(
  githubUsage,
  (argv) => {
    const given = readOptions(argv, {});
    if (!given.ok) return given;
    const [name = '', ...others] = given.value.rest;
    return isStep(name) && others.length === 0
      ? ok(steps[name])
      : wrong('Say bench or comment, and nothing else.');
  },
  (step) => step(process.env),
);
