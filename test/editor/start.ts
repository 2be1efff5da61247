/**
 * `npm start`: the extension as it stands, in an editor, on the sample Go modules or on the folder that is named
 * (`npm start -- ../mine`). VS Code itself where `code` is on PATH, else the browser editor, with its address printed and opened.
 * Ctrl-C ends it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installFolder, repository } from './install.ts';
import { startServer } from './server.ts';
import { exitWith, InstallError, onPath } from './system.ts';
import { packagedExtension } from './vsix.ts';

const samples = join(repository, 'test', 'workspace');
const [named] = process.argv.slice(2);
const workspace = named === undefined ? samples : resolve(named);
/** What there is to do; the same in either editor. */
const firstStep =
  named === undefined
    ? 'Click "profile this benchmark" above the benchmark, then look at rank/index.go.'
    : 'Open a test file, and click "profile this benchmark" above a benchmark.';
/** Of the samples a benchmark is in sight at once; the line is where its loop is. */
const firstFile = named === undefined ? `${join(samples, 'rank', 'index_test.go')}:24` : undefined;

try {
  if (!existsSync(workspace)) throw new InstallError(`There is no folder ${workspace}.`);
  build();
  warnWithoutGo();
  if (!openInstalledEditor()) await serveBrowserEditor();
} catch (error) {
  exitWith(error);
}

function build(): void {
  const run = spawnSync(process.execPath, ['esbuild.mjs'], {
    cwd: repository,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (run.status !== 0) throw new InstallError('The build failed; the messages above say where.');
}

/** The editor opens without Go too, and says what is missing when a benchmark is clicked. */
function warnWithoutGo(): void {
  const usual = '/usr/local/go/bin/go';
  if (onPath('go') === undefined && !existsSync(usual)) {
    console.warn('Go was not found on PATH. Profiles can be opened, benchmarks cannot be run.');
  }
}

/** Opens VS Code if it is installed. It runs on by itself when this process ends. */
function openInstalledEditor(): boolean {
  const windows = process.platform === 'win32';
  const code = onPath(windows ? 'code.cmd' : 'code');
  if (code === undefined) return false;
  // Only a shell runs .cmd files.
  const quoted = (text: string) => (windows ? `"${text}"` : text);
  const goto = firstFile === undefined ? [] : ['--goto', firstFile];
  const args = ['--new-window', `--extensionDevelopmentPath=${repository}`, workspace, ...goto];
  const run = spawnSync(quoted(code), args.map(quoted), { stdio: 'inherit', shell: windows });
  if (run.status !== 0) throw new InstallError(`${code} did not start. Is it VS Code?`);
  console.log(`VS Code is open on ${named ?? 'test/workspace'}. ${firstStep}`);
  return true;
}

async function serveBrowserEditor(): Promise<void> {
  const dataFolder = join(installFolder, 'start');
  const server = await startServer({ dataFolder, vsix: packagedExtension() });
  const file = firstFile === undefined ? {} : { file: firstFile };
  const address = server.address({ folder: workspace, ...file });
  console.log(`The editor is at\n\n    ${address}\n\n${firstStep} Ctrl-C ends the editor.`);
  openInBrowser(address);

  const stop = () => void server.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.once('SIGHUP', stop);
  await server.ended;
}

/** Shows the address in the user's browser where there is one; it has been printed in any case. */
function openInBrowser(address: string): void {
  const opener = process.platform === 'darwin' ? onPath('open') : onPath('xdg-open');
  const hasScreen = process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (opener === undefined || !hasScreen) return;
  const child = spawn(opener, [address], { stdio: 'ignore', detached: true });
  child.on('error', (error) => console.warn(`The browser could not be opened: ${error.message}`));
  child.unref();
}
