/** Help in the prompt. Not translated: names of commands and options, and these texts, belong together. */
import { reportOptions } from '../profiles/reportOptions.ts';
import { optionHelp } from '../terminal/options.ts';
import { optionNames } from './promptOptions.ts';

/** Commands that are no reports. */
const commands: readonly (readonly [name: string, what: string])[] = [
  ['web', 'the page in a browser, at the call graph, while the prompt is open; weblist REGEX: at the source'],
  ['options', 'list the options and their values'],
  ['NAME=VALUE', 'set an option; NAME alone sets a flag; NAME= clears it'],
  [':', 'clear focus, ignore, hide, tagfocus, tagignore'],
  ['help [NAME]', 'this list, or what a command or an option does'],
  ['quit', 'leave; so does Ctrl+D'],
];

/** What the options mean here, where that is not what they mean on the command line. */
const ownMeanings: Readonly<Record<string, string>> = {
  granularity: 'functions, filefunctions, files, lines, addresses',
  nodecount: 'at most so many rows or nodes; -1 for the default of each report',
  normalize: 'only on the command line, with a base',
  output: 'write reports to this file',
  sample_index: 'which sample type, by name or number',
  sort: 'cum or flat',
  trim: 'leave out what is small; with trim=false nothing is left out',
};

const options = Object.fromEntries(
  optionNames.map((name) => [
    name,
    ownMeanings[name] ?? optionHelp(reportOptions, name.replaceAll('_', '-')),
  ]),
);

const words = `After a report and its pattern: a number of rows, -cum, patterns to focus on, -patterns to ignore, >FILE.
A number may stand right behind the name: top5. Patterns are regular expressions of Go.
`;

/**
 * All of it, or what is known about a name; `null` if that is nothing.
 *
 * @param reports a line for each, by name
 */
export function promptHelp(name: string, reports: ReadonlyMap<string, string>): string | null {
  if (name === '') {
    const rows = (list: Iterable<readonly [string, string]>) =>
      [...list].map(([each, what]) => `  ${each.padEnd(21)}${what}\n`).join('');
    return `Reports:\n${rows(reports)}\n${words}\nCommands:\n${rows(commands)}\nOptions:\n${rows(Object.entries(options))}`;
  }
  const report = reports.get(name);
  if (report !== undefined) return `${name}: ${report}\n${words}`;
  return Object.hasOwn(options, name) ? `${name}: ${options[name]}\n` : null;
}
