/** What a tool for agents is, and how what it says becomes an answer of few bytes. */
import type { z } from 'zod';
import { property, text } from '../../base/outsideValues.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { translated } from '../terminal/output.ts';
import { cursorText, type JsonObject, type Position, partOf, readCursor } from './paging.ts';
import type { Workspace } from './workspace.ts';

/** In bytes: an agent reads each of them. */
export const mostAnswer = 4000;
/** So much is kept free for the cursor. */
const mostCursor = 200;

/** A call of a tool. */
export interface ToolCall {
  readonly workspace: Workspace;
  /** Aborted if the agent no longer waits. */
  readonly signal: AbortSignal;
  /** Tells the agent how far it is. */
  readonly tell: (message: string) => void;
}

/** What a tool has found. */
export interface Found {
  readonly document: JsonObject;
  /** The run that keeps the document, where it cannot be made again. */
  readonly keptIn?: string;
}

export interface Tool<S extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: S;
  /** Whether it runs the user's code. The others only read. */
  readonly runs: boolean;
  readonly find: (args: z.infer<S>, call: ToolCall) => Promise<Result<Found>>;
}

/** The text of an answer, and whether the call has failed. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** A tool whose arguments are still to be read. */
export interface AnyTool extends Omit<Tool, 'find'> {
  answer(args: unknown, call: ToolCall): Promise<Answer>;
}

/** @param tool its `cursor` is read here: see `cursorArgument` */
export function tool<S extends z.ZodObject>(tool: Tool<S>): AnyTool {
  const { find, ...about } = tool;
  return {
    ...about,
    async answer(given, call) {
      const read = tool.schema.safeParse(given);
      if (!read.success) return failed(wrongArguments(read.error));
      const cursor = text(property(read.data, 'cursor'));
      const at = cursor === undefined ? ok(start) : readAt(cursor);
      if (!at.ok) return failed(at.problem);
      const { run, position } = at.value;
      const found = run === null ? await find(read.data, call) : await kept(run, call);
      if (!found.ok) return failed(found.problem);
      return answerOf(found.value, position);
    },
  };
}

async function kept(run: string, { workspace }: ToolCall): Promise<Result<Found>> {
  const document = await workspace.runs.answer(run);
  return document.ok ? ok({ document: document.value, keptIn: run }) : document;
}

function answerOf({ document, keptIn }: Found, from: Position): Answer {
  const { json, next } = partOf(document, from, mostAnswer - mostCursor);
  if (next === null) return { text: json, isError: false };
  const cursor = `${keptIn ?? ''}:${cursorText(next)}`;
  return { text: `${json.slice(0, -1)},"next":${JSON.stringify(cursor)}}`, isError: false };
}

const start: { readonly run: string | null; readonly position: Position } = { run: null, position: [] };

/** A cursor is the place in the document; of one that is kept with a run, before it the run's name. */
function readAt(cursor: string): Result<typeof start> {
  const [, run = '', place] = /^([\w.-]*):(.*)$/s.exec(cursor) ?? [];
  const position = place === undefined ? null : readCursor(place);
  if (position === null) return fail('no-cursor', '{0} is not a cursor of an answer.', [cursor]);
  return ok({ run: run === '' ? null : run, position });
}

function wrongArguments({ issues }: z.ZodError): Problem {
  const said = issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  return { code: 'wrong-arguments', template: '{0}', args: [said.join('; ')] };
}

function failed(problem: Problem): Answer {
  return { text: partOf({ error: problemJson(problem) }, [], mostAnswer).json, isError: true };
}

/** A problem as agents read it. */
export function problemJson(problem: Problem): JsonObject {
  const details = problem.details?.trim() ?? '';
  return {
    code: problem.code,
    message: translated(problem),
    // What a compiler or a benchmark has printed; a single line is in the sentence already.
    ...(details.includes('\n') ? { details: details.split('\n') } : {}),
  };
}
