/** The browser that shows the editor and the page in tests. */
import { existsSync } from 'node:fs';
import { aptInstall, InstallError, onPath } from './system.ts';

/** Debian's Chromium without windows, a program and its package, which starts in half the time. */
export const chromiumPackage = 'chromium-headless-shell';
const names = [
  chromiumPackage,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** What Chromium needs to run as root, without a screen, and without talking to anybody but us. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * In tests: threads that compile in advance what a short test never runs are a tenth of the work, and a process of its own for
 * graphics is a thirtieth.
 */
export const testArguments: readonly string[] = [
  ...chromiumArguments,
  '--js-flags=--single-threaded',
  '--in-process-gpu',
];

/**
 * Path of a Chromium or Chrome: the environment variable CHROMIUM, else one in the usual places, else
 * one installed now (on Debian, as root).
 *
 * @throws {InstallError} with what to do
 */
export function installChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (!aptInstall([chromiumPackage])) aptInstall(['chromium']);
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new InstallError(
    'The tests need Chromium or Chrome. Install one, or name its executable in the environment variable CHROMIUM.',
  );
}

/**
 * Path of a Chromium or Chrome that is there.
 *
 * @throws {InstallError} if CHROMIUM names none
 */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM;
  if (chosen !== undefined && chosen !== '') {
    if (existsSync(chosen)) return chosen;
    throw new InstallError(`CHROMIUM names ${chosen}, which does not exist.`);
  }
  for (const name of names) {
    const path = onPath(name);
    if (path !== undefined) return path;
  }
  return process.platform === 'darwin' ? macApplications.find((path) => existsSync(path)) : undefined;
}
