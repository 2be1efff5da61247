/**
 * `pprof-lens github comment`: what a comparison has found as a comment of the pull request. Where the job that measured may not
 * write it, because its code comes from a fork, a second workflow does, which runs none of that code.
 */
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../base/result.ts';
import { exitStatus, failWith } from '../terminal/output.ts';
import { type GitHub, pullRequestOf, putComment } from './api.ts';
import { readEvent, type WorkflowEvent } from './event.ts';
import { readInputs } from './inputs.ts';
import { commentMark, commentText } from './markdown.ts';
import { notEnded, readReport } from './report.ts';
import { annotate } from './workflowCommands.ts';

/** Of a run that measured, or would have. Others were ended for a newer one, or wait for somebody's consent. */
const ended = ['success', 'failure', 'timed_out'];

interface Subject {
  readonly pull: number;
  readonly commit: string;
  readonly run: string;
}

/** @returns the exit status */
export async function commentInWorkflow(env: NodeJS.ProcessEnv): Promise<number> {
  const { name, folder } = readInputs(env);
  const github: GitHub = {
    address: env.GITHUB_API_URL || 'https://api.github.com',
    token: env.INPUT_TOKEN ?? '',
    repository: env.GITHUB_REPOSITORY ?? '',
  };
  const subject = await subjectOf(github, readEvent(env), env);
  if (!subject.ok) return failWith(subject.problem);
  if (subject.value === null) {
    annotate({ level: 'notice', message: l10n.t('There is no pull request to comment on.') });
    return exitStatus.done;
  }
  const { pull, commit, run } = subject.value;
  const body = commentText(readReport(folder) ?? notEnded(), { name, commit, run });
  const put = await putComment(github, pull, commentMark(name), body);
  if (put.ok) return exitStatus.done;
  if (put.problem.code !== 'may-not-comment' || isOfSecondWorkflow(env)) return failWith(put.problem);
  annotate({
    level: 'notice',
    message: l10n.t(
      'This token may not comment. The job needs the permission pull-requests: write; for pull requests of forks, a second workflow comments.',
    ),
  });
  return exitStatus.done;
}

function isOfSecondWorkflow({ GITHUB_EVENT_NAME }: NodeJS.ProcessEnv): boolean {
  return GITHUB_EVENT_NAME === 'workflow_run';
}

/** `null` if there is nothing to comment on. */
async function subjectOf(
  github: GitHub,
  { pull_request, workflow_run }: WorkflowEvent,
  env: NodeJS.ProcessEnv,
): Promise<Result<Subject | null>> {
  const runs = `${env.GITHUB_SERVER_URL || 'https://github.com'}/${github.repository}/actions/runs`;
  if (!isOfSecondWorkflow(env)) {
    if (pull_request === undefined) return ok(null);
    const { number, head } = pull_request;
    return ok({ pull: number, commit: head.sha, run: `${runs}/${env.GITHUB_RUN_ID ?? ''}` });
  }
  if (workflow_run === undefined) return fail('no-event', 'The event does not say which run has ended.');
  const { event, conclusion, id, head_sha: commit } = workflow_run;
  if (event !== 'pull_request' || !ended.includes(conclusion)) return ok(null);
  const pull = await pullRequestOf(github, workflow_run);
  if (!pull.ok) return pull;
  return ok(pull.value === null ? null : { pull: pull.value, commit, run: `${runs}/${id}` });
}
