/**
 * What a runner of GitHub Actions is told in the log of a step: lines that begin with `::`. So what others have printed, and
 * names of theirs, must never become such a line.
 */
import { randomBytes } from 'node:crypto';
import { standardError } from '../terminal/streams.ts';

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly message: string;
  readonly title?: string;
  /** Relative to the repository, with slashes. */
  readonly file?: string;
  readonly line?: number;
}

/** One line, whatever stands in the texts. */
export function workflowCommand({ level, message, ...properties }: Annotation): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level}${list.length === 0 ? '' : ` ${list.join(',')}`}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

export function annotate(annotation: Annotation): void {
  standardError.write(workflowCommand(annotation));
}

/**
 * Runs work whose output may hold lines that look like commands: compilers, Git and benchmarks print what they like. The runner
 * takes none of them for one. All goes to one stream: the order of two is not known to it.
 */
export async function withoutCommands<T>(work: () => Promise<T>): Promise<T> {
  const word = randomBytes(16).toString('hex');
  standardError.write(`::stop-commands::${word}`);
  try {
    return await work();
  } finally {
    standardError.write(`::${word}::`);
  }
}
