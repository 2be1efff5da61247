/** What is asked of GitHub: the pull request of a commit, and its comments. */
import { list, object, type Reader, text, wholeNumber } from '../../base/outsideValues.ts';
import { errorText, fail, ok, type Result } from '../../base/result.ts';
import type { WorkflowEvent } from './event.ts';

export interface GitHub {
  /** Of the API. */
  readonly address: string;
  readonly token: string;
  /** `owner/name` */
  readonly repository: string;
}

const commentOf = object({ id: wholeNumber, body: text, user: object({ type: text }) });
const pullOf = object({ number: wholeNumber, head: object({ sha: text }) });

const ofOnePage = 100;
const mostPages = 20;
/** Milliseconds. */
const patience = 30_000;

/** The pull request that an ended run of another workflow was for; `null` if it has newer commits, or is closed. */
export async function pullRequestOf(
  github: GitHub,
  { head_branch, head_sha, head_repository }: NonNullable<WorkflowEvent['workflow_run']>,
): Promise<Result<number | null>> {
  const head = encodeURIComponent(`${head_repository.owner.login}:${head_branch}`);
  const found = await ask(github, 'GET', `pulls?state=open&per_page=${ofOnePage}&head=${head}`, list(pullOf));
  return found.ok ? ok(found.value.find((pull) => pull.head.sha === head_sha)?.number ?? null) : found;
}

/**
 * Writes a comment, in place of the one that has the same mark and was written by a program: what a person has written stays.
 * Problems: `may-not-comment`, `github-refused`.
 */
export async function putComment(
  github: GitHub,
  pull: number,
  mark: string,
  body: string,
): Promise<Result<'new' | 'updated'>> {
  let older: number | undefined;
  for (let page = 1; page <= mostPages && older === undefined; page++) {
    const path = `issues/${pull}/comments?per_page=${ofOnePage}&page=${page}`;
    const comments = await ask(github, 'GET', path, list(commentOf));
    if (!comments.ok) return comments;
    older = comments.value.find((each) => each.user.type === 'Bot' && each.body.startsWith(mark))?.id;
    if (comments.value.length < ofOnePage) break;
  }
  const written =
    older === undefined
      ? await ask(github, 'POST', `issues/${pull}/comments`, object({ id: wholeNumber }), { body })
      : await ask(github, 'PATCH', `issues/comments/${older}`, object({ id: wholeNumber }), { body });
  if (!written.ok) return written;
  return ok(older === undefined ? 'new' : 'updated');
}

async function ask<T>(
  { address, token, repository }: GitHub,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  reader: Reader<T>,
  sent?: object,
): Promise<Result<T>> {
  const refused = (why: string) => fail('github-refused', 'GitHub does not answer {0}: {1}', [path, why]);
  try {
    const answer = await fetch(`${address}/repos/${repository}/${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'user-agent': 'pprof-lens',
        'x-github-api-version': '2022-11-28',
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    if (answer.status === 403 && method !== 'GET') {
      return fail('may-not-comment', 'This token may not comment on the pull request.');
    }
    if (!answer.ok) return refused(`${answer.status} ${answer.statusText}`);
    const read = reader(await answer.json());
    return read === undefined ? refused('it has another form than expected') : ok(read);
  } catch (error) {
    return refused(errorText(error));
  }
}
