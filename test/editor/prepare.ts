/**
 * Brings what the slow tests need before the first of them starts, so that none waits within its own time limit.
 *
 *     node --import tsx test/editor/prepare.ts programs|browser|editor      each with what stands before it
 *     node --import tsx test/editor/prepare.ts go                           what would else be compiled by several tests at once
 *     node --import tsx test/editor/prepare.ts goVersions                   the same of the other versions of Go in use
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { goVersions, isInstalled, tracesWith } from '../go/goVersions.ts';
import { chromiumPackage, findChromium, installChromium } from './chromium.ts';
import { installEditor, repository } from './install.ts';
import { declaringExtensions, installedExtensions } from './server.ts';
import { aptInstall, exitWith, onPath } from './system.ts';
import { packagedExtension } from './vsix.ts';

/**
 * Programs that some tests ask for, and are skipped without: Debian's packages of each. The compiler comes before the first of
 * Go's packages is compiled: with it, packages that can use C are others.
 */
const optional = {
  perf: ['linux-perf'],
  valgrind: ['valgrind'],
  nvim: ['neovim'],
  gcc: ['gcc', 'libc6-dev'],
};

try {
  const step = process.argv[2];
  if (step === 'go') compilePackagesOfGo();
  else if (step === 'goVersions') compilePackagesOfVersions();
  else await install(step);
} catch (error) {
  exitWith(error);
}

async function install(step: string | undefined): Promise<void> {
  installPrograms(step !== 'programs');
  if (step !== 'programs') installChromium();
  if (step === 'editor') {
    const editor = await installEditor();
    installedExtensions(editor, packagedExtension());
    declaringExtensions(editor);
  }
}

/** All with one start of apt, which takes seconds each time; where one package is not to be had, the others alone. */
function installPrograms(withBrowser: boolean): void {
  const missing = Object.entries(optional).flatMap(([program, packages]) =>
    onPath(program) === undefined ? packages : [],
  );
  if (withBrowser && findChromium() === undefined) missing.push(chromiumPackage);
  if (missing.length === 0 || aptInstall(missing)) return;
  for (const name of missing) aptInstall([name]);
}

/** Go's tools that our tests run, and the packages that most import. Without Go, the tests themselves say what is missing. */
function compilePackagesOfGo(): void {
  runGo({}, 'list', '-export', '-deps', '-test', './...');
  for (const tool of ['pprof', 'trace', 'objdump']) runGo({}, 'tool', '-n', tool);
}

/** Of each version what a test binary consists of, and the tools that tests use and that come as source. */
function compilePackagesOfVersions(): void {
  for (const version of goVersions.filter((each) => !isInstalled(each))) {
    const env = { GOTOOLCHAIN: `go${version}` };
    runGo(env, 'list', '-export', '-deps', 'testing', 'testing/internal/testdeps');
    runGo(env, 'tool', '-n', 'objdump');
    if (tracesWith(version)) runGo(env, 'tool', '-n', 'trace');
  }
}

/** With so much memory, the compiler hardly collects garbage, which would be a sixth of its work. */
function runGo(env: NodeJS.ProcessEnv, ...args: readonly string[]): void {
  spawnSync('go', args, {
    cwd: join(repository, 'test', 'workspace', 'template'),
    env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '1GiB', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
