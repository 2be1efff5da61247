import type { LoadPlan } from './loadPlan.ts';

/** What a program says when it has ended. */
export interface ProgramReport {
  /** All requests that were answered. */
  readonly requests: number;
  /** How long it sent, in seconds, by its own clock. */
  readonly seconds: number;
  /** How many failed, by HTTP status or by the program's own word. */
  readonly failures: Readonly<Record<string, number>>;
  /** Half of the requests took at most so many milliseconds; `null` if the program does not say. */
  readonly p50: number | null;
  /** 99 of 100 took at most so many milliseconds. */
  readonly p99: number | null;
}

export interface ProgramCall {
  readonly args: readonly string[];
  /** A file that the program reads, with its text. */
  readonly input?: { readonly name: string; readonly text: string };
  /** A second call, whose output is the report. */
  readonly report?: readonly string[];
}

/** A program that sends requests, where it is installed: what it can do, how it is called, what it prints. */
export interface LoadProgramKind {
  /** Why it cannot send what is planned, as the object of "does not take"; `null` if it can. */
  cannotSend(plan: LoadPlan): string | null;
  /**
   * Its arguments. It is started without a shell, so each is one word whatever it contains. None makes it follow redirects:
   * they may lead to another server, and two answers would count as one request.
   *
   * @param folder for the files that it reads and writes; the body of the request, if there is one, is there as `body`
   */
  call(plan: LoadPlan, folder: string): ProgramCall;
  /** Reads what it has printed; `null` if that is not its report. */
  read(printed: string): ProgramReport | null;
}

/** Each header with its flag before it: `-H 'name: value'`. */
export function headerArguments(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
}
