/** The programs that can send requests in our place, where one is installed. */
import { hey } from './hey.ts';
import { type LoadPlan, loadLimits } from './loadPlan.ts';
import type { LoadProgramKind, ProgramReport } from './loadProgram.ts';
import { oha } from './oha.ts';
import { vegeta } from './vegeta.ts';
import { wrk } from './wrk.ts';

export const loadPrograms = ['wrk', 'hey', 'vegeta', 'oha'] as const;

export type LoadProgram = (typeof loadPrograms)[number];

/** What each can do, how it is called, and what it prints. */
export const loadProgramKinds: Readonly<Record<LoadProgram, LoadProgramKind>> = { wrk, hey, vegeta, oha };

/** Why a program cannot send what is planned; `null` if it can. */
export function cannotSend(program: LoadProgram, plan: LoadPlan): string | null {
  if (plan.request.socketPath !== null) return 'a Unix socket';
  if (plan.ca !== undefined) return 'a certificate authority of its own';
  // Those that take a number take no time besides.
  if (plan.mostRequests < loadLimits.requests) return 'a number of requests';
  return loadProgramKinds[program].cannotSend(plan);
}

/** A report has at most so many characters. */
const longestReport = 200_000;

/** Reads what a program has printed; `null` if it is not its report. */
export function readReport(program: LoadProgram, printed: string): ProgramReport | null {
  return loadProgramKinds[program].read(printed.slice(0, longestReport));
}
