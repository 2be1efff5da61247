import { spawn } from 'node:child_process';
import { fail, ok, type Result } from '../../base/result.ts';
import { childEnvironment, findProgram, isWholePath, windowsProgram } from './programs.ts';

/** Programs of a Linux desktop that open an address, best first. */
const openers = ['xdg-open', 'sensible-browser', 'google-chrome', 'chromium', 'firefox'];

/**
 * Opens a page that we serve in the user's browser: in the program that BROWSER names, else in the one of the system.
 * Problems: `no-browser`, `cannot-start`.
 *
 * @param address of ours; no shell ever reads it
 */
export async function openInBrowser(address: string): Promise<Result<void>> {
  const opener = systemOpener(process.env);
  if (opener === null) {
    return fail(
      'no-browser',
      'There is no program here that opens a browser. Open the address yourself: {0}',
      [address],
    );
  }
  const [command, ...args] = opener;
  return startAndLeave(command, [...args, address]);
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
    child.once('error', ({ message }) => {
      resolve(fail('cannot-start', '{0} could not be started: {1}', [command, message]));
    });
    child.once('spawn', () => {
      child.unref();
      resolve(ok(undefined));
    });
  });
}
