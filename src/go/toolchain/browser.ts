import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeHtml } from '../../base/escape.ts';
import { errorText, fail, ok, type Result } from '../../base/result.ts';
import { folderKinds, makeOwnFolder, removeOwnFolder, temporaryRoot } from './ownFolders.ts';
import { cannotStart } from './process.ts';
import { childEnvironment, findProgram, isWholePath, windowsProgram } from './programs.ts';

/** Programs of a Linux desktop that open an address, best first. */
const openers = ['xdg-open', 'sensible-browser', 'google-chrome', 'chromium', 'firefox'];

/**
 * Opens pages that we serve in the user's browser. Their addresses are secrets, and every user of this machine sees the arguments
 * of programs: the browser gets a link that answers only this user, or a file that only this user can read. Both send it on.
 */
export class Browser {
  #folder: string | null = null;
  #files = 0;

  /**
   * Opens a page in the program that BROWSER names, else in the one of the system. Problems: `no-browser`, `cannot-start`.
   *
   * @param address of ours; no shell ever reads it
   * @param link leads there, and is no secret; `null` if there is none. Some browsers may not read temporary files
   */
  async open(address: string, link: string | null): Promise<Result<void>> {
    const opener = systemOpener(process.env);
    if (opener === null) {
      return fail(
        'no-browser',
        'There is no program here that opens a browser. Open the address yourself: {0}',
        [address],
      );
    }
    const [command, ...args] = opener;
    try {
      const shown = link ?? pathToFileURL(await this.#write(address)).href;
      return await startAndLeave(command, [...args, shown]);
    } catch (error) {
      return cannotStart(command, errorText(error));
    }
  }

  async #write(address: string): Promise<string> {
    this.#folder ??= makeOwnFolder(folderKinds.page, temporaryRoot());
    const file = join(this.#folder, `page-${++this.#files}.html`);
    await writeFile(file, pageThatLeadsTo(address), { mode: 0o600, flag: 'wx' });
    return file;
  }

  /** Removes the files. */
  async close(): Promise<void> {
    if (this.#folder !== null) await removeOwnFolder(this.#folder);
  }
}

function pageThatLeadsTo(address: string): string {
  const link = escapeHtml(address);
  return `<!DOCTYPE html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>pprof Lens</title>
<a href="${link}">${link}</a>
`;
}

function systemOpener(env: NodeJS.ProcessEnv): readonly [command: string, ...args: string[]] | null {
  const wanted = env.BROWSER ?? '';
  const own = isWholePath(wanted) ? wanted : findProgram(wanted, env);
  if (own !== null) return [own];
  if (process.platform === 'darwin') return ['/usr/bin/open'];
  if (process.platform === 'win32') return [windowsProgram('rundll32.exe'), 'url.dll,FileProtocolHandler'];
  for (const name of openers) {
    const found = findProgram(name, env);
    if (found !== null) return [found];
  }
  return null;
}

/** Starts a program that lives on when this process ends, and so is in no group that ends with it. */
function startAndLeave(command: string, args: readonly string[]): Promise<Result<void>> {
  const env = childEnvironment(process.env);
  const child = spawn(command, args, { env, stdio: 'ignore', detached: true, windowsHide: true });
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(cannotStart(command, message)));
    child.once('spawn', () => {
      child.unref();
      resolve(ok(undefined));
    });
  });
}
