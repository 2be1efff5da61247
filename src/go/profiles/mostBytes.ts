/** How large a profile may be here, unless the user says otherwise. */
import { totalmem } from 'node:os';
import { mostProfileBytes } from '../../base/model.ts';

/** However a profile is made, reading it takes at most this many times its inflated bytes. */
const timesItsBytes = 10;
/** The server and the page each hold it. */
const holders = 2;

/**
 * The largest inflated profile that a machine with so much memory holds in server and page, even if it is made to take as
 * much memory as possible: at most what the page can show.
 */
export function mostBytesIn(memory: number): number {
  return Math.min(mostProfileBytes, Math.floor(memory / (holders * timesItsBytes)));
}

/** A container may have less memory than its machine. Without a limit the answer is 0, or more than there is. */
function memoryHere(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** The default of the setting `pprofLens.maxProfileBytes`, in inflated bytes. The command line has no page beside it. */
export const usualMaxBytes = mostBytesIn(memoryHere());
