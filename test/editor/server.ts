/** Starts and stops the VS Code server of install.ts, each time with data of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type InstalledEditor, installEditor, installFolder } from './install.ts';
import { InstallError } from './system.ts';

export interface ServerOptions {
  /** Folder for everything the editor writes; made if it is not there. */
  readonly dataFolder: string;
  /** The user's settings, as in settings.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * A VSIX to install first. Loading an extension's folder as it stands would need the editor's smoke
   * test mode, which shows no notifications.
   */
  readonly vsix: string;
  /** True leaves out those of the editor's own extensions that run code: git, TypeScript, sign-ins. */
  readonly declaringOnly?: boolean;
  /** A script that the editor's processes load before their own code, the host of extensions among them. */
  readonly preload?: string;
  /** PATH and such for the editor and everything it starts. */
  readonly env?: NodeJS.ProcessEnv;
}

/** What to open in the editor; paths are absolute. */
export interface WorkbenchOptions {
  readonly folder: string;
  /** May end in a line: `/abs/f.go:40`. */
  readonly file?: string;
}

/** A running VS Code server. */
export interface EditorServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Address of a workbench; holds the secret that lets a browser in. */
  address(options: WorkbenchOptions): string;
  /** What the server printed so far. */
  output(): string;
  /** Settles when the process has ended, by whatever cause. */
  readonly ended: Promise<void>;
  /** Ends the server and every process it started in its group. */
  stop(): Promise<void>;
}

/** Settings that keep the workbench quiet: no welcome page, no assistants, nothing sent anywhere. */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  // The browser is on the same machine: a server that starts here needs no way to it, nor a message that there is one.
  'remote.autoForwardPorts': false,
  // Without workspace trust, everything is trusted.
  'security.workspace.trust.enabled': false,
};

/**
 * Starts an editor server on a free port of 127.0.0.1 and waits until it listens.
 *
 * @throws {InstallError} where it cannot be installed or does not start
 */
export async function startServer(options: ServerOptions): Promise<EditorServer> {
  const editor = await installEditor();
  const { dataFolder } = options;
  writeSettings(dataFolder, options.settings ?? {});
  cpSync(installedExtensions(editor, options.vsix), join(dataFolder, 'extensions'), { recursive: true });

  const token = randomBytes(16).toString('hex');
  const args = [
    // The host of extensions is started with the same.
    ...(options.preload === undefined ? [] : ['--require', options.preload]),
    editor.main,
    ...['--host', '127.0.0.1', '--port', '0', '--connection-token', token],
    ...['--server-data-dir', dataFolder, '--accept-server-license-terms', '--disable-telemetry'],
    ...(options.declaringOnly === true ? ['--builtin-extensions-dir', declaringExtensions(editor)] : []),
  ];
  // A process group of its own, so that stopping reaches the extension host and language servers too.
  const child = spawn(editor.node, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // The last resort where a test runner ends this process without asking.
  const killNow = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killNow);
  const stop = async () => {
    await stopGroup(child, ended);
    process.off('exit', killNow);
  };

  const port = await listeningPort(() => output, child);
  if (port === undefined) {
    await stop();
    throw new InstallError(`The editor did not start. It said:\n${output.slice(-4000)}`);
  }
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    address: (workbench) => workbenchAddress(origin, token, workbench),
    output: () => output,
    ended,
    stop,
  };
}

/** Writes the user's settings, besides those that keep the workbench quiet. */
export function writeSettings(dataFolder: string, settings: Readonly<Record<string, unknown>>): void {
  const userFolder = join(dataFolder, 'data', 'User');
  mkdirSync(userFolder, { recursive: true });
  const all = { ...quietSettings, ...settings };
  writeFileSync(join(userFolder, 'settings.json'), `${JSON.stringify(all, null, 2)}\n`);
}

/**
 * The folder with the extension, installed as a user does it. Once for all editors, which get copies of it: an editor takes
 * longer to install an extension than to start.
 */
export function installedExtensions(editor: InstalledEditor, vsix: string): string {
  const { mtimeMs } = statSync(vsix);
  const installed = join(installFolder, `extensions-${Math.round(mtimeMs)}`);
  if (!existsSync(installed)) {
    const draft = `${installed}.${process.pid}`;
    const args = [editor.main, '--server-data-dir', draft, '--install-extension', vsix, '--force'];
    const run = spawnSync(editor.node, args, { encoding: 'utf8' });
    if (run.status !== 0) {
      throw new InstallError(`The editor refuses the extension ${vsix}:\n${run.stdout}${run.stderr}`);
    }
    for (const old of readdirSync(installFolder).filter((name) => /^extensions-\d+$/.test(name))) {
      rmSync(join(installFolder, old), { recursive: true, force: true });
    }
    renameSync(draft, installed);
  }
  return join(installed, 'extensions');
}

/** A folder with those of the editor's own extensions that only declare something: languages, themes. */
export function declaringExtensions(editor: InstalledEditor): string {
  const all = join(dirname(editor.main), '..', 'extensions');
  const chosen = join(dirname(editor.main), '..', 'declaring-extensions');
  if (!existsSync(chosen)) {
    const draft = `${chosen}.${process.pid}`;
    for (const name of readdirSync(all)) {
      const manifest = join(all, name, 'package.json');
      if (!existsSync(manifest)) continue;
      const { main, browser } = JSON.parse(readFileSync(manifest, 'utf8'));
      if (main === undefined && browser === undefined) {
        cpSync(join(all, name), join(draft, name), { recursive: true });
      }
    }
    renameSync(draft, chosen);
  }
  return chosen;
}

function workbenchAddress(origin: string, token: string, options: WorkbenchOptions): string {
  const query = new URLSearchParams({ tkn: token, folder: options.folder });
  if (options.file !== undefined) {
    const file = `vscode-remote://${new URL(origin).host}${options.file}`;
    query.set(
      'payload',
      JSON.stringify([
        ['openFile', file],
        ['gotoLineMode', 'true'],
      ]),
    );
  }
  return `${origin}/?${query}`;
}

/** The port the server says it listens on; undefined if it ends, or stays silent for half a minute. */
async function listeningPort(output: () => string, child: ChildProcess): Promise<number | undefined> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    const port = /Extension host agent listening on (\d+)/.exec(output())?.[1];
    if (port !== undefined) return Number(port);
    if (child.exitCode !== null || child.signalCode !== null) return undefined;
  }
  return undefined;
}

async function stopGroup(child: ChildProcess, ended: Promise<void>): Promise<void> {
  signalGroup(child, 'SIGTERM');
  // What ends in time may clean up behind itself, e.g. stop a benchmark.
  await Promise.race([ended, sleep(3000, undefined, { ref: false })]);
  signalGroup(child, 'SIGKILL');
  await ended;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // Nobody left in the group.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
