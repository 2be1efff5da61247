/**
 * The process that a terminal of the editor starts, so that a program has a real terminal: its colours, its size, its keys. The
 * editor tells no one else how a terminal's process ends, and closes the terminal with it; this process reports the end, and
 * waits until the output has been read.
 *
 * It is called with the address of a socket. What it has to run comes through that, because others can see arguments and
 * environments of processes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { groupMembers, ownGroup } from './groupMembers.ts';
import {
  type FromLauncher,
  type LaunchedProgram,
  lineOf,
  lineReader,
  readToLauncher,
  type ToLauncher,
} from './launcherMessages.ts';
import { mayKill, signalGroup } from './startedGroups.ts';

const isWindows = process.platform === 'win32';

/** What describes the terminal to programs. The user's own values come with the program. */
const terminalVariables = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION'];

/** Leaves the second screen (1049 would also move the cursor), shows the cursor, ends colours and reports of the mouse: a program that was killed does not. */
const plainScreen = '\x1b[?1047l\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[0m';

/** Milliseconds. Without a window that has opened the terminal, perhaps nobody sees its last text. */
const patienceWhenLost = 60_000;

const [, , address = ''] = process.argv;
let child: ChildProcess | null = null;
let ifLost = '';
let isOver = false;
let isClosed = false;

const socket = connect(address);
socket.setEncoding('utf8');
socket.on('connect', () => tell({ kind: 'ready', group: ownGroup() }));
socket.on('data', lineReader(readToLauncher, obey));
socket.on('error', () => undefined);
socket.on('close', () => {
  // A window that is loaded again does not show the terminals of before, but their processes would wait for a key for ever.
  if (isOver) process.exit(0);
  killProgram();
  stay(ifLost);
  setTimeout(() => process.exit(0), patienceWhenLost);
});

// A terminal that is closed takes no more.
process.stdout.on('error', () => undefined);
// From the keys of the terminal, and from us to the whole group. They are for the program.
for (const name of ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const) {
  process.on(name, () => {
    if (child !== null) return;
    if (isOver) process.exit(0);
    tell({ kind: 'interrupt' });
  });
}
process.on('SIGHUP', () => {
  isClosed = true;
  tell({ kind: 'closed' });
  if (isOver) process.exit(0);
});

function tell(message: FromLauncher): void {
  socket.write(lineOf(message));
}

function obey(message: ToLauncher): void {
  switch (message.kind) {
    case 'say':
      process.stdout.write(message.text);
      break;
    case 'run':
      ifLost = message.ifLost;
      run(message.program);
      break;
    case 'signal':
      if (child !== null && !isWindows) mayKill(0, message.name);
      break;
    case 'kill':
      killProgram();
      break;
    case 'end':
      stay(message.text);
  }
}

function run({ command, args, directory, env }: LaunchedProgram): void {
  const terminal = terminalVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const program = spawn(command, args, {
    cwd: directory,
    env: { ...Object.fromEntries(terminal), ...env },
    stdio: 'inherit',
  });
  child = program;
  program.once('spawn', () => tell({ kind: 'started' }));
  program.once('error', ({ message }) => {
    child = null;
    tell({ kind: 'failed', why: message });
  });
  program.once('exit', (exitCode, signal) => {
    child = null;
    killGroup();
    if (process.stdout.isTTY) process.stdout.write(plainScreen);
    tell({ kind: 'ended', exitCode, signal });
    if (isClosed) socket.end(() => process.exit(0));
  });
}

function killProgram(): void {
  if (child === null) return;
  if (!isWindows) {
    killGroup();
    return;
  }
  if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
}

/** Kills what else is in our group, which is all that the program has started and not moved away. We stay for the report. */
function killGroup(): void {
  // Who is killed may just have started another one.
  for (let round = 0; round < 100; round++) {
    const members = groupMembers();
    if (members.length === 0) return;
    for (const pid of members) mayKill(pid, 'SIGKILL');
  }
}

/** Shows a last text, and ends with the next key. */
function stay(text: string): void {
  isOver = true;
  if (isClosed || !process.stdin.isTTY) process.exit(0);
  process.stdout.write(text);
  // Keys that the program has not read are not for us.
  process.stdin.setRawMode(true);
  process.stdin.on('error', () => process.exit(0));
  process.stdin.on('end', () => process.exit(0));
  const patience = 300;
  setTimeout(() => process.stdin.on('data', () => process.exit(0)), patience);
  process.stdin.resume();
}
