/** What has started the workflow, as GitHub describes it in a file. */
import { readFileSync } from 'node:fs';
import { object, parsedJson, type Read, text, wholeNumber } from '../../base/outsideValues.ts';

const named = object({ full_name: text, owner: object({ login: text }) });

const eventOf = object(
  {},
  {
    pull_request: object({
      number: wholeNumber,
      base: object({ ref: text }),
      head: object({ sha: text }),
    }),
    merge_group: object({ base_sha: text }),
    before: text,
    repository: object({ full_name: text, default_branch: text }),
    /** A run of another workflow, which has ended. Those of pull requests run code of others. */
    workflow_run: object({
      id: wholeNumber,
      event: text,
      conclusion: text,
      head_branch: text,
      head_sha: text,
      head_repository: named,
    }),
  },
);

export type WorkflowEvent = Read<typeof eventOf>;

/** Empty where there is none. */
export function readEvent({ GITHUB_EVENT_PATH: path = '' }: NodeJS.ProcessEnv): WorkflowEvent {
  if (path === '') return {};
  return eventOf(parsedJson(readFileSync(path, 'utf8'))) ?? {};
}

/** The branch or commit whose newest common commit with HEAD is what a run is compared with, unless the user says another. */
export function upstreamOf({ pull_request, merge_group, before, repository }: WorkflowEvent): string {
  const pushed = before === undefined || /^0*$/.test(before) ? undefined : before;
  return pull_request?.base.ref ?? merge_group?.base_sha ?? pushed ?? repository?.default_branch ?? 'HEAD^1';
}
