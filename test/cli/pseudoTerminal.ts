/** The command line on a terminal, which `script` of util-linux makes. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { within } from '../eventually.ts';
import { skipWithoutJudge } from '../judges.ts';
import { cliArguments } from './runCli.ts';

const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

/** For the option `skip` of a test. */
export const withoutTerminal = !hasScript && skipWithoutJudge('The script command of util-linux is missing.');

// The test runner may set these for its own colours. With CI, Node writes no colours to any terminal.
export const colourful: NodeJS.ProcessEnv = { ...process.env, TERM: 'xterm-256color' };
for (const name of ['FORCE_COLOR', 'NO_COLOR', 'CI']) delete colourful[name];

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export interface TerminalRun {
  readonly status: number | null;
  /** Standard output and standard error. A terminal begins each line with CR; here they are as they were written. */
  readonly text: string;
}

export function runOnTerminal(args: readonly string[], env: NodeJS.ProcessEnv = colourful): TerminalRun {
  return onTerminal([process.execPath, ...cliArguments(...args)], env);
}

function onTerminal(program: readonly string[], env: NodeJS.ProcessEnv): TerminalRun {
  const command = program.map(quoted).join(' ');
  const run = spawnSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' });
  return { status: run.status, text: run.stdout.replaceAll('\r\n', '\n') };
}

/** Runs each of these commands when the one before has ended, and writes its exit status between two marks. */
const oneAfterAnother = `
const [main, mark, ...commands] = process.argv.slice(1);
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
let count = 0;
process.on('beforeExit', () => {
  if (count > 0) process.stdout.write(mark + (process.exitCode ?? 0) + mark);
  const command = commands[count];
  if (command === undefined) return;
  count += 1;
  process.exitCode = 0;
  process.argv = [process.execPath, main, ...JSON.parse(command)];
  import(main + '?' + count);
});
`;

/** The same for several commands, on one terminal and in one process, whose start costs more than they do. */
export function runAllOnTerminal(commands: readonly (readonly string[])[]): TerminalRun[] {
  const mark = `<${randomUUID()}>`;
  const each = commands.map((args) => JSON.stringify(args));
  const program = [process.execPath, '--input-type=module', '--eval', oneAfterAnother];
  const { text } = onTerminal([...program, ...cliArguments(mark, ...each)], colourful);
  const parts = text.split(mark);
  assert.equal(parts.length, 2 * commands.length + 1, text);
  return commands.map((_, i) => ({ status: Number(parts[2 * i + 1]), text: parts[2 * i] ?? '' }));
}

/**
 * The same for a program that is typed to. Keys are typed when what they wait for is there, after the keys before: what comes
 * all at once counts as pasted.
 */
export async function typeOnTerminal(
  args: readonly string[],
  steps: readonly (readonly [waitFor: string, keys: string])[],
): Promise<TerminalRun> {
  const command = [process.execPath, ...cliArguments(...args)].map(quoted).join(' ');
  const program = spawn('script', ['-qec', command, '/dev/null'], { env: colourful });
  let text = '';
  let seen = 0;
  const left = [...steps];
  program.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    const at = left.length === 0 ? -1 : text.indexOf(left[0]![0], seen);
    if (at === -1) return;
    seen = text.length;
    program.stdin.write(left.shift()![1]);
  });
  const ended = new Promise<number | null>((done, failed) => {
    program.on('error', failed).on('close', done);
  });
  const what = () => `the end of ${args.join(' ')}, waiting for ${left[0]?.[0] ?? 'nothing'} in: ${text}`;
  const status = await within(what, ended).finally(() => program.kill('SIGKILL'));
  return { status, text: text.replaceAll('\r\n', '\n') };
}
