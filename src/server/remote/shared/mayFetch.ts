/** What everything that the user wants of servers and stores begins with. */
import type { CancellationToken } from 'vscode-languageserver';
import { fail } from '../../../base/result.ts';
import type { Services } from '../../services/services.ts';

/** Whether anything is fetched here. Otherwise a message says why not. */
export function mayFetch({ isTrusted, messages }: Pick<Services, 'isTrusted' | 'messages'>): boolean {
  if (isTrusted()) return true;
  const sentence = 'Nothing is fetched in a workspace that is not trusted. Trust it, and try again.';
  messages.problem(fail('untrusted', sentence).problem, 'error');
  return false;
}

/** Aborted when the client cancels, or the server ends. */
export function signalOf(token: CancellationToken, ended: AbortSignal): AbortSignal {
  const cancelled = new AbortController();
  token.onCancellationRequested(() => cancelled.abort());
  return AbortSignal.any([cancelled.signal, ended]);
}
