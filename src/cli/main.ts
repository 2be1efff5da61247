/** The command line: finds the command, loads what it needs, sets the exit status. */
import * as l10n from '@vscode/l10n';
import { complain, exitStatus, writeOut } from './output.ts';
import type { Report } from './reportContext.ts';

/** A command: takes what stands after its name and answers the exit status. */
type Command = (argv: readonly string[]) => Promise<number>;

/** Loaded when called, so that `top` does not wait for what it does not use. */
const commands: Readonly<Record<string, Command>> = {
  summary: report(async () => (await import('./reports/summary.ts')).summary),
  top: report(async () => (await import('./reports/top.ts')).top),
  peek: report(async () => (await import('./reports/peek.ts')).peek),
  list: report(async () => (await import('./reports/list.ts')).list),
  lines: report(async () => (await import('./reports/lines.ts')).lines),
  tree: report(async () => (await import('./reports/tree.ts')).tree),
  tags: report(async () => (await import('./reports/tags.ts')).tags),
  traces: report(async () => (await import('./reports/traces.ts')).traces),
  folded: report(async () => (await import('./reports/folded.ts')).folded),
  raw: report(async () => (await import('./reports/raw.ts')).raw),
  dot: report(async () => (await import('./reports/dot.ts')).dot),
  graph: report(async () => (await import('./reports/graph.ts')).graph),
  speedscope: report(async () => (await import('./reports/speedscope.ts')).speedscope),
  html: report(async () => (await import('./reports/html.ts')).html),
  svg: report(async () => (await import('./reports/svg.ts')).svg),
  proto: report(async () => (await import('./reports/proto.ts')).proto),
  fetch: async (argv) => (await import('./fetch.ts')).fetchCommand(argv),
  bench: async (argv) => (await import('./bench.ts')).benchCommand(argv),
  compare: async (argv) => (await import('./compare.ts')).compareCommand(argv),
  lsp: async () => {
    // The server is a bundle beside this one; the bundler must leave the name alone.
    const server = './server.cjs';
    await import(server);
    return stillRunning;
  },
};

/** For commands that go on after they have answered: their own end sets the exit status. */
const stillRunning = -1;

function report(load: () => Promise<Report>): Command {
  return async (argv) => {
    const [{ reportCommand }, loaded] = await Promise.all([import('./reportCommand.ts'), load()]);
    return reportCommand(loaded, argv);
  };
}

async function run(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  const { usage } = await import('./usage.ts');
  if (name === '--help' || name === '-h' || name === 'help') {
    await writeOut(usage);
    return exitStatus.done;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command(rest);
  complain(name === undefined ? l10n.t('Name a command.') : l10n.t('There is no command {0}.', name));
  process.stderr.write(usage);
  return exitStatus.wrongArguments;
}

// Whoever reads the report may stop early, as `head` does; that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exitStatus.done);
});

const status = run(process.argv.slice(2));
status.then(
  (code) => {
    if (code !== stillRunning) process.exitCode = code;
  },
  (error: unknown) => {
    complain(
      l10n.t(
        'An error of pprof-lens itself; please report it: {0}',
        String(error instanceof Error ? error.stack : error),
      ),
    );
    process.exitCode = exitStatus.failed;
  },
);
