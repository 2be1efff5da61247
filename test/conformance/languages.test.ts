/**
 * Profiles of other languages, and what Go's tracer makes of a trace: the numbers are those of `go tool pprof`. How the files
 * were made is told in test/foreign/README.md.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../cli/runCli.ts';
import { goTool } from '../goTool.ts';
import { reportOutput } from './reportOutput.ts';

const run = promisify(execFile);
const foreign = join(import.meta.dirname, '../foreign');
const folder = temporaryFolder();
const untrimmed = ['nodecount=0', 'nodefraction=0', 'edgefraction=0'];

async function judged(report: string, args: readonly string[], path: string): Promise<string> {
  const options = [...args, ...untrimmed].map((arg) => `-${arg}`);
  const told = await run(goTool('pprof'), ['-symbolize=none', `-${report}`, ...options, path], {
    maxBuffer: 2 ** 26,
    env: { ...process.env, PPROF_BINARY_PATH: folder.path('none') },
  });
  return told.stdout;
}

async function ours(report: string, args: readonly string[], path: string): Promise<string> {
  const written = await reportOutput(
    report,
    '',
    [...args, ...untrimmed].map((arg) => `--${arg}`),
    [path],
  );
  assert.ok(typeof written === 'string');
  return written;
}

const profiles = ['rust.pb', 'cpp.pb.gz', 'cpp-legacy.prof', 'node.pb.gz', 'python.pb.gz', 'java.pprof'];

for (const name of profiles) {
  test(`${name}: functions, lines and stacks`, async () => {
    const path = join(foreign, 'profiles', name);
    const reports: readonly (readonly [string, readonly string[]])[] = [
      ['top', []],
      ['top', ['granularity=lines']],
      ['traces', []],
    ];
    for (const [report, args] of reports) {
      const theirs = args.length === 0 ? [] : ['lines'];
      assert.equal(await ours(report, args, path), await judged(report, theirs, path), `${report} ${args}`);
    }
  });
}

test('an execution trace has the waits that `go tool trace -pprof` finds, of each kind', async () => {
  const trace = join(foreign, 'recordings/shop.trace');
  // Go's tool reads a trace once for each kind of wait: it is converted once.
  const converted = await reportOutput('proto', '', [], [trace]);
  assert.ok(converted instanceof Uint8Array);
  const ourProfile = folder.file('shop.pb.gz', converted);
  for (const kind of ['sync', 'net', 'syscall', 'sched']) {
    const told = await run(goTool('trace'), [`-pprof=${kind}`, trace], { encoding: 'buffer' });
    const path = folder.path(`${kind}.pb.gz`);
    writeFileSync(path, told.stdout);
    // The tool's own type is called `delay` for each kind; ours says which.
    const theirs = (await judged('top', [], path)).replace('Type: delay', `Type: ${kind}_delay`);
    assert.equal(await ours('top', [`sample-index=${kind}_delay`], ourProfile), theirs, kind);
  }
});
