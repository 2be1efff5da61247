/** The command line: finds the command, loads what it needs, runs it. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as l10n from '@vscode/l10n';
import { fail, type Problem } from '../base/result.ts';
import { cacheFolder, dirOption } from '../go/toolchain/cacheFolder.ts';
import { shippedFile } from '../go/toolchain/shippedFiles.ts';
import { type Command, complain, exitStatus, wrongArguments } from './terminal/output.ts';
import { isTypedInto, standardError, standardOutput } from './terminal/streams.ts';
import { version } from './terminal/version.ts';

/** What is no report. Each is loaded when it is called. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  fetch: async () => (await import('./profiles/fetchCommand.ts')).fetchCommand,
  pgo: async () => (await import('./profiles/pgoCommand.ts')).pgoCommand,
  bench: async () => (await import('./bench/benchCommand.ts')).benchCommand,
  test: async () => (await import('./tests/testCommand.ts')).testCommand,
  run: async () => (await import('./programs/runCommand.ts')).runCommand,
  serve: async () => (await import('./programs/serveCommand.ts')).serveCommand,
  'compare-store': async () => (await import('./profiles/compareStoreCommand.ts')).compareStoreCommand,
  compare: async () => (await import('./compare/compareCommand.ts')).compareCommand,
  http: async () => (await import('./http/httpCommand.ts')).httpCommand,
  mcp: async () => (await import('./mcp/mcpCommand.ts')).mcpCommand,
  guide: async () => (await import('./mcp/guideCommand.ts')).guideCommand,
  github: async () => (await import('./github/githubCommand.ts')).githubCommand,
  completion: async () => (await import('./prompt/shellCompletion.ts')).completionCommand(completable),
  lsp: async () => ({
    usage: (await import('./usage.ts')).lspUsage,
    async run(argv) {
      if (isTypedInto()) return untypable();
      if (!argv.some((argument) => argument.startsWith(dirOption)))
        process.argv.push(`${dirOption}${cacheFolder('editors', process.env)}`);
      // The server starts when it is loaded.
      await import(pathToFileURL(shippedFile('server.js')).href);
      return stillRunning;
    },
  }),
};

/** What a shell completes. */
const completable = {
  names: async () => [
    ...Object.keys(commands),
    ...(await import('./reports/reportUsage.ts')).reportTexts.keys(),
  ],
  usageOf: async (name: string) => (await commandNamed(name))?.usage,
};

/** The answer of a command that continues to run. It sets the exit status itself when it ends. */
export const stillRunning = -1;

/** The command, or the report, of this name. */
async function commandNamed(name: string): Promise<Command | undefined> {
  if (Object.hasOwn(commands, name)) return commands[name]!();
  const { reports } = await import('./reports/reports.ts');
  const report = Object.hasOwn(reports, name) ? reports[name] : undefined;
  return report && (await import('./reports/reportCommand.ts')).reportCommand(name, report);
}

/** Runs what the arguments ask for. Returns the exit status. */
export async function commandLine(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--version' || name === '-version' || name === 'version') {
    return answer(`pprof-lens ${version}`);
  }
  const command = name === undefined ? undefined : await commandNamed(name);
  if (command !== undefined) return asksForHelp(rest) ? answer(command.usage) : command.run(rest);
  if (name !== undefined && !asksForHelp(argv) && namesProfile(name)) {
    // As go tool pprof has it.
    const { askedReport } = await import('./reports/askedReport.ts');
    const asked = askedReport(argv);
    if (asked !== undefined) return (await commandNamed(asked.name))!.run(asked.rest);
    if (argv.some((argument) => /^--?http(?:=|$)/.test(argument))) return (await commands.http!()).run(argv);
    return (await import('./prompt/prompt.ts')).promptCommand.run(argv);
  }
  const { usage } = await import('./usage.ts');
  if (name !== undefined && (name === 'help' || asksForHelp(argv))) {
    const [topic = ''] = rest;
    return answer((await commandNamed(topic))?.usage ?? usage);
  }
  if (name === undefined) {
    standardError.write(usage);
    complain(l10n.t('Name a command.'));
    return exitStatus.wrongArguments;
  }
  return wrongArguments(await noCommand(name), usage);
}

async function noCommand(name: string): Promise<Problem> {
  const { nearest } = await import('./terminal/nearest.ts');
  const { reports } = await import('./reports/reports.ts');
  const meant = nearest(name, [...Object.keys(commands), ...Object.keys(reports)]);
  const { problem } =
    meant === undefined
      ? fail('wrong-arguments', 'There is no command {0}, and no file of that name.', [name])
      : fail('wrong-arguments', 'There is no command {0}. Did you mean {1}?', [name, meant]);
  return problem;
}

/** Nobody types what an editor sends. */
async function untypable(): Promise<number> {
  const { lspUsage } = await import('./usage.ts');
  standardError.write(lspUsage);
  complain(l10n.t('This is a language server: an editor starts it, and nobody types what it reads.'));
  return exitStatus.wrongArguments;
}

/** Whether the first argument is no command, but an option or a profile. */
function namesProfile(argument: string): boolean {
  return /^-.|:\/\//.test(argument) || existsSync(argument);
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((argument) => /^(-h|--?help)$/.test(argument));
}

async function answer(text: string): Promise<number> {
  await standardOutput.write(`${text.trimEnd()}\n`);
  return exitStatus.done;
}
