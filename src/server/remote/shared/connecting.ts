/** From an address to an answer, with whatever is asked for on the way: a password, trust in a certificate. */

import type { Problem, Result } from '../../../base/result.ts';
import { readCertificates } from '../../../go/profiles/certificates.ts';
import type { ServerAccess } from '../../../go/profiles/fetchBytes.ts';
import type { Ask } from '../../client/ask.ts';
import type { Messages } from '../../client/messages.ts';
import type { Services } from '../../services/services.ts';
import { addSecrets, askSecrets, askTrust, type Secrets, secretsOf } from './access.ts';
import type { Remote } from './keptList.ts';

export type AskContext = Pick<Services, 'ask' | 'messages'>;

/** Tells a problem, unless it is that the user has cancelled. Answers what there is then: nothing. */
export function told(messages: Messages, problem: Problem): null {
  if (problem.code !== 'cancelled') messages.problem(problem, 'error');
  return null;
}

/** How one kind of server is asked. */
export interface Connecting<R extends Remote, T> {
  /** What the user sees of its address. */
  label(remote: R): string;
  /** Asks it once. */
  attempt(remote: R, access: ServerAccess, secrets: Secrets): Promise<Result<T>>;
  /** What else the user can do about a refusal with this code. `null`: nothing, or given up. */
  mend?(remote: R, code: string): Promise<R | null>;
  /** See `askSecrets`. */
  readonly namePrompt?: string;
}

/** Several things can be wanted, and the first answer of the user can be wrong. */
const mostAttempts = 6;

/** Asks until there is an answer: the user says what the server wants to see. `null`: given up, or a message says why. */
export async function connected<R extends Remote, T>(
  { ask, messages }: AskContext,
  named: R,
  how: Connecting<R, T>,
): Promise<{ readonly remote: R; readonly answer: T } | null> {
  let remote = named;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const answer = await once(ask, remote, how);
    if (answer.ok) return { remote, answer: answer.value };
    const { code } = answer.problem;
    if (code === 'cancelled') return null;
    const mended = ask.possible ? await mend(ask, remote, code, how) : null;
    if (mended === null) return told(messages, answer.problem);
    remote = mended;
  }
  return null;
}

async function once<R extends Remote, T>(ask: Ask, remote: R, how: Connecting<R, T>): Promise<Result<T>> {
  const ca = readCertificates(remote.caFile);
  if (!ca.ok) return ca;
  const secrets = await secretsOf(ask, remote);
  const { authorization, headers = {} } = secrets;
  const access = {
    headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
    ...(ca.value === null ? {} : { ca: ca.value }),
  };
  return how.attempt(remote, access, secrets);
}

async function mend<R extends Remote, T>(
  ask: Ask,
  remote: R,
  code: string,
  how: Connecting<R, T>,
): Promise<R | null> {
  const title = how.label(remote);
  if (code === 'certificate') return askTrust(ask, remote, title);
  if (code !== 'not-allowed') return (await how.mend?.(remote, code)) ?? null;
  const secrets = await askSecrets(ask, title, how.namePrompt);
  if (secrets === null) return null;
  await addSecrets(ask, remote, secrets);
  return remote;
}
