/** What a program was called with, by its folder. Arguments and variables may be secrets, so they are where secrets are. */
import { object, oneOf, type Read, text, validEntries } from '../../../base/outsideValues.ts';
import type { Ask } from '../../client/ask.ts';

const programCall = object({
  /** As the user has written them. */
  args: text,
  env: validEntries(text),
  /** The working folder; empty for that of the package. */
  folder: text,
  /** How it is profiled; empty for what its sources show. */
  by: oneOf('flag', 'server', 'overlay', ''),
  /** Where its server listens; empty for what its sources show. */
  address: text,
});

export type ProgramCall = Read<typeof programCall>;

const plainCall: ProgramCall = { args: '', env: {}, folder: '', by: '', address: '' };

/** The calls of this window, for editors that keep no secrets. */
const known = new Map<string, ProgramCall>();

/** The last call of the program in a folder. */
export async function lastCall(ask: Ask, directory: string): Promise<ProgramCall> {
  const kept = known.get(directory);
  if (kept !== undefined) return kept;
  const secret = await ask.secret(keyOf(directory));
  try {
    return (secret === null ? undefined : programCall(JSON.parse(secret))) ?? plainCall;
  } catch {
    return plainCall;
  }
}

export async function keepCall(ask: Ask, directory: string, call: ProgramCall): Promise<void> {
  known.set(directory, call);
  await ask.keepSecret(keyOf(directory), JSON.stringify(call));
}

function keyOf(directory: string): string {
  return `program ${directory}`;
}
