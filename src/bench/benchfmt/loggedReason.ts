/** As testify writes it: `Error:`, and more lines of it below, up to an empty one. */
const testifyError = /\tError: +\t(.*(?:\n +\t {12}\t.*\S.*)*)/;

/** The first message in the log of a test or benchmark, in one line; `undefined` without one. That of testify begins a few lines below. */
export function loggedReason(log: string): string | undefined {
  const [, first, below = ''] = /\.go:\d+: (.*)((?:\n {8}.*)*)/.exec(log.replaceAll('\r', '')) ?? [];
  if (first === undefined || first.trim() !== '') return first;
  const text = testifyError.exec(below)?.[1] ?? below;
  return text.trim().replaceAll(/\s+/g, ' ') || undefined;
}
