/** What becomes of a profile file that was opened, or could not be. */
import path from 'node:path';
import { incompleteProblem } from '../../analysis/names/incomplete.ts';
import type { Problem, Result } from '../../base/result.ts';
import type { OpenOutcome, OpenRequest } from '../../protocol.ts';
import type { Background } from '../client/background.ts';
import { localSentence, type Messages } from '../client/messages.ts';
import type { PathMapping } from './pathMapping.ts';
import type { Session, SessionSource } from './session.ts';
import type { SessionStore } from './sessions.ts';

interface OutcomeContext {
  readonly sessions: SessionStore;
  readonly messages: Pick<Messages, 'problem' | 'logProblem'>;
  readonly mapping: Pick<PathMapping, 'tellMissing'>;
  readonly background: Background;
}

/** Makes it a session; or tells the user why it is none, unless a page does. */
export function outcomeOf(
  opened: Result<SessionSource>,
  request: OpenRequest,
  { sessions, messages, mapping, background }: OutcomeContext,
): OpenOutcome {
  const file = path.basename(request.path);
  if (opened.ok) {
    const incomplete = incompleteProblem(opened.value.held.profile);
    if (incomplete !== null) messages.problem(withFile(file, incomplete), 'warning');
    const session = sessions.addFile(opened.value);
    background(() => mapping.tellMissing(session));
    return showOpened(sessions, session, request);
  }
  const problem = withFile(file, opened.problem);
  if (request.forPage) messages.logProblem(problem);
  else messages.problem(problem, 'error');
  const message = localSentence(request.forPage ? opened.problem : problem);
  return { status: 'failed', message, hasDetails: problem.details !== undefined };
}

/** The problem, with the name of the file before it: the user may read a notification long after the click. */
function withFile(file: string, problem: Problem): Problem {
  if (problem.args.includes(file)) return problem;
  return { ...problem, template: '{0}: {1}', args: [file, localSentence(problem)] };
}

/**
 * Lets the lines show a session, unless a page opened it: then the page decides that. A sample type that the session
 * does not have is replaced by its default.
 */
export function showOpened(
  sessions: SessionStore,
  session: Session,
  { sampleType, forPage }: Pick<OpenRequest, 'sampleType' | 'forPage'>,
): OpenOutcome {
  const { id: sessionId, defaultSampleType } = session;
  if (forPage) return { status: 'opened', sessionId };
  const isShown = sampleType !== undefined && sessions.show({ sessionId, sampleType });
  if (!isShown) sessions.show({ sessionId, sampleType: defaultSampleType });
  return { status: 'opened', sessionId };
}
