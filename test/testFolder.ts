/** Folders that tests write to. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const made: string[] = [];

// Not when a test ends: what it has started may still use its folder.
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * A new folder, by its real path: on macOS the temporary folder is a link, and profiles name the place it leads to. It is removed
 * when the process ends.
 *
 * @param files what is written there
 */
export function testFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lens-test-')));
  made.push(folder);
  writeFiles(folder, files);
  return folder;
}

/** Writes files below a folder, and makes the folders that they are in. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
