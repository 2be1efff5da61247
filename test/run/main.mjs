// Runs the tests.
//   node test/run/main.mjs [all|unit|fast] [--watch] [--slowest=N] [WORD...]
// all (what `npm test` runs): installs the editor and the browser if necessary, checks, builds, runs every test
// unit: without what needs the browser or the editor. fast: only what starts no process; with --watch again after each change
// Words select the files whose path contains one of them.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledFile, compiledFolder, compileTests } from './compile.mjs';
import { mayShare, needOf, sharedScript, testFiles } from './files.mjs';
import { Pool, runJob } from './pool.mjs';
import { Progress } from './progress.mjs';
import { hasRunAll, Results } from './results.mjs';

/** @typedef {import('./pool.mjs').Job} Job */
/** @typedef {import('./files.mjs').Need} Need */

// Several tests measure at once, and mean it.
process.env.PPROF_LENS_TURNS ??= 'off';
// Nobody debugs what tests build, and half of the linker's time goes into what debuggers read.
process.env.GOFLAGS ??= '-ldflags=-w';

const args = process.argv.slice(2);
const mode = ['all', 'unit', 'fast'].find((each) => each === args[0]) ?? 'all';
const words = args.filter((arg, i) => !arg.startsWith('--') && !(i === 0 && arg === mode));
const slowest = Number(args.find((arg) => arg.startsWith('--slowest='))?.split('=')[1] ?? 0);

const node = process.execPath;
const cores = availableParallelism();
/** How many jobs run at a time: tests of processes often wait for something. */
const slots = Math.max(2, cores * 2);
/** Kinds that begin before those that wait already: what takes long, so that no core is without work at the end. */
const order = ['fast', 'goVersions', 'editor', 'browser', 'check', 'process'];
/** @type {Readonly<Record<string, number>>} how many of a kind */
const limits = { editor: cores, goVersions: 1, check: 1 };
/** How many files of one kind share a process that starts processes: it takes a minute, and nobody waits long for the last. */
const filesOfProcess = 10;
const outputFolder = join(compiledFolder, 'printed');

if (args.includes('--watch')) await watchTests();
else process.exitCode = await runTests(() => true);

/** Runs tests, and those that a change concerns again after each change. It does not end by itself. */
async function watchTests() {
  await runTests(() => true);
  /** @type {Set<string>} */
  let changed = new Set();
  let wake = () => {};
  for (const folder of ['src', 'test']) {
    watch(folder, { recursive: true }, (_, file) => {
      if (file === null || !/\.tsx?$/.test(file)) return;
      changed.add(`${folder}/${file.replaceAll('\\', '/')}`);
      wake();
    });
  }
  for (;;) {
    if (changed.size === 0) await new Promise((resolve) => (wake = () => resolve(undefined)));
    const now = changed;
    changed = new Set();
    await runTests((imported) => [...now].some((file) => imported.has(file)));
  }
}

/**
 * @param {(imported: ReadonlySet<string>) => boolean} isWanted of the files that `words` select, by what they import
 * @returns {Promise<number>} an exit status
 */
async function runTests(isWanted) {
  const begun = performance.now();
  const files = testFiles(words);
  if (files.length === 0) {
    console.error(`No test file has ${words.join(' or ')} in its path.`);
    return 1;
  }
  const progress = new Progress();
  progress.say('Compiling the tests...');
  const compiled = await compileTests(files).catch((error) => {
    // What cannot be compiled, esbuild has said already.
    if ('errors' in error) return null;
    throw error;
  });
  if (compiled === null) return 1;
  const imported = [...compiled].filter(([, all]) => isWanted(all));
  mkdirSync(outputFolder);
  const filesThatNeed = (/** @type {Need} */ need) =>
    imported.filter(([file, all]) => needOf(file, all) === need).map(([file]) => file);

  const results = new Results();
  const pool = new Pool({ slots, limits, order }, ({ job, trouble }) => {
    closeSync(job.output);
    const output = readFileSync(outputFile(job.name, 'txt'), 'utf8');
    const events = outputFile(job.name, 'jsonl');
    if (job.kind === 'check') results.addCheck(job.name, trouble, output);
    else
      results.addProcess(job.name, existsSync(events) ? readFileSync(events, 'utf8') : '', trouble, output);
    progress.show(results, pool.running);
  });

  pool.add(sharedJobs('fast', filesThatNeed('fast')));
  const stages = {
    goVersions: filesThatNeed('goVersions'),
    process: filesThatNeed('process'),
    browser: filesThatNeed('browser'),
    editor: filesThatNeed('editor'),
  };
  const isReady = mode === 'fast' || (await addSlowTests(pool, progress, stages));
  await pool.end();
  progress.clear();
  if (!isReady) return 1;
  if (slowest > 0) console.log(`${results.slowest(slowest)}\n`);
  console.log(results.summary(performance.now() - begun));
  return results.failures.length > 0 ? 1 : 0;
}

/**
 * Adds tests as soon as what they need is there. Meanwhile, others run.
 *
 * @param {Pool} pool
 * @param {Progress} progress
 * @param {Readonly<Record<'goVersions' | 'process' | 'browser' | 'editor', readonly string[]>>} files
 * @returns {Promise<boolean>} false if something could not be built or installed, which has been said
 */
async function addSlowTests(pool, progress, { goVersions, process, browser, editor }) {
  const prepare = ['--import', 'tsx', 'test/editor/prepare.ts'];
  const isAll = mode === 'all';
  const needsEditor = isAll && editor.length > 0;
  const needsBrowser = needsEditor || (isAll && browser.length > 0);

  if (!(await isDone(progress, 'Building', 'esbuild.mjs', '--production'))) return false;
  if (isAll && words.length === 0) pool.add([checkJob('npm run lint', 'npm', 'run', '--silent', 'lint')]);
  if (
    isAll &&
    !(await isDone(progress, 'Installing packages', ...prepare, needsBrowser ? 'browser' : 'programs'))
  ) {
    return false;
  }
  // Before all that builds Go programs: its cache has no lock, and two builds at once would compile each package twice.
  if (words.length === 0 && !(await isDone(progress, 'Compiling packages of Go', ...prepare, 'go')))
    return false;
  if (isAll) pool.add(sharedJobs('browser', browser));
  pool.add(sharedJobs('process', process));
  if (needsEditor) {
    if (!(await isDone(progress, 'Installing the editor', ...prepare, 'editor'))) return false;
    pool.add(sharedJobs('editor', editor));
  }
  // Only a few tests wait for these.
  const all = 'Compiling packages of other versions of Go';
  if (words.length === 0 && !(await isDone(progress, all, ...prepare, 'goVersions'))) return false;
  pool.add(sharedJobs('goVersions', goVersions));
  return true;
}

/**
 * Runs one of our own programs, and says what it printed if it fails.
 *
 * @param {Progress} progress
 * @param {string} what
 * @param {string[]} program arguments for Node
 */
async function isDone(progress, what, ...program) {
  progress.say(`${what}...`);
  const job = jobOf(what, 'preparation', [node, ...program]);
  const { trouble } = await runJob(job);
  closeSync(job.output);
  if (trouble === null) return true;
  progress.clear();
  console.error(`${what}: ${trouble}\n${readFileSync(outputFile(what, 'txt'), 'utf8').trimEnd()}`);
  return false;
}

/**
 * Files that share processes: most are quicker than the start of what they need, be it a process, a browser or an editor. Of
 * those that take long, none waits for another to end: nobody knows which takes longest, and it would be the last.
 *
 * @param {Need} need
 * @param {readonly string[]} files
 * @returns {Job[]}
 */
function sharedJobs(need, files) {
  const alone = files.filter((file) => !mayShare(file));
  const sharing = files.filter((file) => mayShare(file));
  const most = need === 'process' ? Math.ceil(sharing.length / filesOfProcess) : (limits[need] ?? slots);
  const count = Math.min(most, sharing.length);
  const batches = Array.from({ length: count }, (_, i) => {
    const batch = resolve(compiledFolder, `${need}-${i + 1}.js`);
    const own = sharing.filter((_, at) => at % count === i);
    writeFileSync(batch, sharedScript(own.map((file) => pathToFileURL(compiledFile(file)).href)));
    return testProcess(`${need}-${i + 1}`, need, batch);
  });
  return [...batches, ...alone.map(testJob(need))];
}

/**
 * @param {Need} need
 * @returns {(file: string) => Job}
 */
function testJob(need) {
  return (file) => testProcess(file, need, compiledFile(file));
}

/**
 * @param {string} name
 * @param {Need} need
 * @param {string} script
 */
function testProcess(name, need, script) {
  const reporter = ['--test-reporter', pathToFileURL('test/run/events.mjs').href];
  const destination = ['--test-reporter-destination', outputFile(name, 'jsonl')];
  const job = jobOf(name, need, [node, ...reporter, ...destination, script]);
  return { ...job, isDone: () => hasRunAll(readFileSync(outputFile(name, 'jsonl'), 'utf8')) };
}

/**
 * @param {string} name
 * @param {string[]} command
 */
function checkJob(name, ...command) {
  return jobOf(name, 'check', command);
}

/**
 * @param {string} name
 * @param {string} kind
 * @param {string[]} command
 * @returns {Job}
 */
function jobOf(name, kind, command) {
  return { name, kind, command, output: openSync(outputFile(name, 'txt'), 'w') };
}

/**
 * Where a process writes to.
 *
 * @param {string} name
 * @param {'txt' | 'jsonl'} ending
 */
function outputFile(name, ending) {
  return resolve(outputFolder, `${name.replace(/[^\w.-]+/g, '-')}.${ending}`);
}
