/** The overlay of the user's build flags (`go help build`). The go command takes one overlay only, so that ours must have it, too. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { object, property, text, validEntries } from '../../base/outsideValues.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { lastValue, quotedFields } from '../toolchain/flags.ts';

const overlayJson = object({}, { Replace: validEntries(text) });

/** Files by the paths that they replace or add; relative paths are relative to `directory`. Problem: `bad-overlay`. */
export function usersOverlay(
  directory: string,
  flags: readonly string[],
  goflags: string,
): Result<Readonly<Record<string, string>>> {
  const named = lastValue('overlay', flags) ?? lastValue('overlay', quotedFields(goflags)) ?? '';
  if (named === '') return ok({});
  const path = resolve(directory, named);
  try {
    const read = overlayJson(JSON.parse(readFileSync(path, 'utf8')));
    return ok(read?.Replace ?? {});
  } catch (error) {
    return fail('bad-overlay', 'The overlay {0} of your build flags cannot be read: {1}', [
      path,
      String(property(error, 'message') ?? error),
    ]);
  }
}
