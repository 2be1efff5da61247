/** The Tab key in a shell: commands, reports, options, and values that are one of some words. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { onPath } from '../editor/system.ts';
import { testFolder } from '../testFolder.ts';
import { cliArguments } from './runCli.ts';
import { runHere } from './runHere.ts';

const folder = testFolder({
  'pprof-lens': `#!/bin/sh\nexec "${process.execPath}" "${cliArguments()[0]}" "$@"\n`,
});
chmodSync(join(folder, 'pprof-lens'), 0o755);

async function completed(shell: string, line: string): Promise<string[]> {
  const { status, stdout, stderr } = await runHere('completion', shell, line);
  assert.deepEqual([status, stderr], [0, ''], line);
  return stdout.split('\n').filter(Boolean);
}

test('commands, reports and options complete, by the help that is made of them', async () => {
  const rows: [line: string, candidates: string[]][] = [
    ['pprof-lens be', ['bench']],
    ['pprof-lens calltr', ['calltree']],
    ['pprof-lens help compare-', ['compare-store']],
    ['pprof-lens bench --conf', ['--confirm=']],
    ['pprof-lens bench --verb', ['--verbose']],
    ['pprof-lens top -cu', ['--cum']],
    ['pprof-lens top --noin', ['--noinlines']],
    ['pprof-lens completion z', ['zsh']],
    // Of a word, bash completes what is behind the sign of equality.
    ['pprof-lens bench --format=m', ['md']],
    // What stands after options are files and packages, which the shell knows.
    ['pprof-lens top cpu', []],
    ['pprof-lens test -- --', []],
    ['pprof-lens nothing --', []],
  ];
  for (const [line, candidates] of rows) assert.deepEqual(await completed('bash', line), candidates, line);
  assert.ok((await completed('bash', 'pprof-lens ')).includes('http'));
  assert.deepEqual(await completed('zsh', 'pprof-lens bench --format='), [
    '--format=text:',
    '--format=md:',
    '--format=svg:',
  ]);
  assert.match(
    (await completed('fish', 'pprof-lens bench --thres'))[0] ?? '',
    /^--threshold=\t\w.* \(default 5%\)$/,
  );
  assert.equal((await runHere('completion', 'tcsh')).status, 2);
});

const script = `eval "$(pprof-lens completion bash)"
COMP_LINE="$1" COMP_POINT=\${#1}
_pprof_lens
printf '%s\\n' "\${COMPREPLY[@]}"`;

test('bash and, where it is installed, fish take the script', { skip: process.platform === 'win32' }, () => {
  const env = { ...process.env, HOME: folder, PATH: `${folder}:${process.env.PATH}` };
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).split('\n');
  assert.deepEqual(run('bash', '-c', script, 'bash', 'pprof-lens bench --format=m'), ['md', '']);
  const fish = onPath('fish');
  if (fish === undefined) return;
  const asked = "pprof-lens completion fish | source; complete --do-complete 'pprof-lens compare-'";
  assert.deepEqual(run(fish, '-c', asked), ['compare-store', '']);
});
