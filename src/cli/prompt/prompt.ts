/** `pprof-lens PROFILE`: questions to one profile, a line each, with pprof's commands and options. */
import { existsSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import type { Problem, Result } from '../../base/result.ts';
import { Browser } from '../../go/toolchain/browser.ts';
import { PageServer } from '../http/pageServer.ts';
import { type LoadedProfile, loadProfiles } from '../profiles/loadProfiles.ts';
import type { ReportOptions } from '../profiles/reportOptions.ts';
import { profileLabels } from '../reports/header.ts';
import { pageText } from '../reports/html.ts';
import {
  printableContext,
  printReport,
  type ReportArguments,
  readArguments,
  withProgram,
} from '../reports/reportCommand.ts';
import { reportContext } from '../reports/reportContext.ts';
import { reports } from '../reports/reports.ts';
import { reportTexts } from '../reports/reportUsage.ts';
import { weblist } from '../reports/weblist.ts';
import { wrong } from '../terminal/options.ts';
import { command, exitStatus, failWith, translated } from '../terminal/output.ts';
import { cleanLine, standardError, typedLines } from '../terminal/streams.ts';
import { completer } from './completion.ts';
import { promptHelp } from './promptHelp.ts';
import { readLine } from './promptLine.ts';
import { optionNames, PromptOptions } from './promptOptions.ts';

const promptUsage = `usage: pprof-lens [options] PROFILE [PROFILE...]

Opens a prompt for one profile after the other question: top10, list REGEX, focus=REGEX, help, quit.
Several profiles are merged first. Options are those of the reports.
`;

const ownWords = ['help', 'options', 'quit', 'web'];

/** Runs until the user leaves it. */
export const promptCommand = command(promptUsage, readPromptArguments, async (given) => {
  const { options, paths } = await withProgram(given);
  const loaded = await loadProfiles(paths, options);
  if (!loaded.ok) return failWith(loaded.problem);
  return new Prompt(loaded.value, new PromptOptions(loaded.value.profile, options)).run();
});

function readPromptArguments(argv: readonly string[]): Result<ReportArguments> {
  const given = readArguments({}, argv);
  return given.ok && given.value.paths.includes('-')
    ? wrong('Standard input is for the commands here. Name a file.')
    : given;
}

class Prompt {
  readonly #pages = new PromptPages();

  constructor(
    private readonly loaded: LoadedProfile,
    private readonly options: PromptOptions,
  ) {}

  async run(): Promise<number> {
    this.#greet();
    const words = [...reportTexts.keys(), ...optionNames, ...ownWords].sort();
    const lines = typedLines('(pprof) ', completer(words, this.loaded.profile));
    // What is half typed is given up first, then the prompt.
    lines.on('SIGINT', () =>
      lines.line === '' ? lines.close() : lines.write(null, { ctrl: true, name: 'u' }),
    );
    // Of a pipe that has ended, lines are still to come.
    let isClosed = false;
    lines.once('close', () => {
      isClosed = true;
    });
    lines.prompt();
    for await (const line of lines) {
      if (await this.#answer(line.trim())) break;
      if (!isClosed) lines.prompt();
    }
    lines.close();
    await this.#pages.close();
    return exitStatus.done;
  }

  #greet(): void {
    const context = reportContext(this.loaded.profile, this.options.current, '');
    const labels = context.ok ? profileLabels(context.value).map(cleanLine) : [];
    standardError.write(
      [...labels, l10n.t('Type help for commands, options for options, quit to leave.')].join('\n'),
    );
  }

  /** Answers one line. Returns whether it was the last. */
  async #answer(line: string): Promise<boolean> {
    const [first = '', ...others] = line.split(/\s+/);
    if (first === 'q' || first === 'quit' || first === 'exit') return true;
    if (first === 'o' || first === 'options') standardError.write(this.options.list());
    else if (first === 'help') help(others.join(' '));
    else if (first !== '') await this.#ask(line);
    return false;
  }

  async #ask(line: string): Promise<void> {
    const set = this.options.set(line);
    if (!set.ok) return say(set);
    if (set.value) return;
    const page = await this.#pages.ask(line, this.loaded, this.options.current);
    if (page === null) await this.#report(line);
    else if (!page.ok) say(page);
  }

  async #report(line: string): Promise<void> {
    const asked = readLine(line, takesPattern, this.options.current);
    if (!asked.ok) return say(asked);
    const { report: name, argument, options } = asked.value;
    const report = reports[name]!;
    const { fileEnding } = report;
    const output = options.output ?? (fileEnding === undefined ? undefined : freeFile(fileEnding));
    const status = await printReport(report, this.loaded, {
      argument,
      options: { ...options, ...(output === undefined ? {} : { output }) },
    });
    if (status === exitStatus.done && output !== undefined && output !== '-') {
      standardError.write(l10n.t('Wrote {0}.', cleanLine(output)));
    }
  }
}

function takesPattern(name: string): boolean | undefined {
  return Object.hasOwn(reports, name) ? reports[name]?.takesPattern === true : undefined;
}

function help(name: string): void {
  const text = promptHelp(name, reportTexts);
  standardError.write(text ?? l10n.t('There is no help about {0}.', cleanLine(name)));
}

function say({ problem }: { readonly problem: Problem }): void {
  standardError.write(translated(problem));
}

/** The first free name in the current folder, as pprof numbers them: `profile001.pb.gz`. */
function freeFile(ending: string): string {
  for (let number = 1; ; number++) {
    const name = `profile${String(number).padStart(3, '0')}.${ending}`;
    if (!existsSync(name)) return name;
  }
}

/** `web` and `weblist REGEX`: the page in a browser, for as long as the prompt is open. */
class PromptPages {
  #server: PageServer | null = null;
  readonly #browser = new Browser();

  /**
   * Shows the page that a line asks for, and says its address, which works where no browser can be opened. `null` if the line
   * asks for none, or for one in a file. Problems: those of the reports, of `PageServer.start` and of `Browser.open`.
   */
  async ask(line: string, profile: LoadedProfile, current: ReportOptions): Promise<Result<void> | null> {
    const takesPattern = (name: string) => ({ web: false, weblist: true })[name];
    const isPage = /^(?:web|weblist)\b/.test(line);
    const asked = isPage ? readLine(line, takesPattern, current) : null;
    if (asked === null || !asked.ok) return asked;
    const { report, argument } = asked.value;
    const options = { ...asked.value.options, 'with-source': true };
    if (options.output !== undefined && report === 'weblist') return null;
    const context = printableContext(profile, { options, argument });
    if (!context.ok) return context;
    const page = await (report === 'web'
      ? pageText(context.value, { view: { tab: 'graph' } })
      : weblist.output(context.value));
    return page.ok ? this.#show(page.value) : page;
  }

  async #show(html: string): Promise<Result<void>> {
    if (this.#server === null) {
      const started = await PageServer.start(0);
      if (!started.ok) return started;
      this.#server = started.value;
    }
    const address = this.#server.add(html);
    standardError.write(address);
    return this.#browser.open(address, this.#server.linkTo(address));
  }

  async close(): Promise<void> {
    await Promise.all([this.#server?.close(), this.#browser.close()]);
  }
}
