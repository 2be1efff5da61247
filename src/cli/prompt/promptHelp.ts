/** Help in the prompt. Not translated: names of commands and options, and these texts, belong together. */

/** Commands that are no reports. */
const commands: readonly (readonly [name: string, what: string])[] = [
  ['web', 'the page in a browser, at the call graph, while the prompt is open; weblist REGEX: at the source'],
  ['o, options', 'list the options and their values'],
  ['NAME=VALUE', 'set an option; NAME alone sets a flag; NAME= clears it'],
  [':', 'clear focus, ignore, hide, tagfocus, tagignore'],
  ['help [NAME]', 'this list, or what a command or an option does'],
  ['q, quit, exit', 'leave; so does Ctrl+D'],
];

const options: Readonly<Record<string, string>> = {
  call_tree: 'in dot, graph and callgrind: a function apart for each way to reach it',
  compact_labels: 'tables without the lines about the profile',
  cum: 'sort by cum',
  divide_by: 'divide all values',
  drop_negative: 'leave out what is negative',
  edgefraction: 'leave out calls below this share of the total',
  flat: 'sort by flat',
  focus: 'only samples with a frame that matches',
  granularity: 'functions, filefunctions, files, lines, addresses; each can be set by its name alone',
  hide: 'leave out frames that match',
  ignore: 'only samples without a frame that matches',
  intel_syntax: 'in disasm and weblist: the syntax of Intel',
  mean: 'average over the first sample type, such as the bytes of an object',
  nodecount: 'at most so many rows or nodes; -1 for the default of each report',
  nodefraction: 'leave out rows and nodes below this share of the total',
  noinlines: 'count inlined calls as their caller',
  normalize: 'only on the command line, with a base',
  output: 'write reports to this file',
  prune_from: 'leave out the callees of the last match',
  relative_percentages: 'percentages of what the filters leave',
  sample_index: 'which sample type, by name or number; its name alone sets it, too',
  show: 'leave out frames that do not match',
  show_from: 'leave out the callers of the first match',
  showcolumns: 'columns beside lines',
  sort: 'cum or flat; each can be set by its name alone',
  source_path: 'folders with the sources',
  tagfocus: 'samples by label: RE, KEY=RE, a range such as 16kb:64kb',
  taghide: 'labels that are not shown',
  tagignore: 'samples without such a label',
  tagleaf: 'labels as frames at the leaf; several with commas',
  tagroot: 'labels as frames at the root; several with commas',
  tagshow: 'labels that are shown',
  trim: 'leave out what is small; with trim=false nothing is left out',
  trim_path: 'cut these folders off file names',
  unit: 'minimum, auto, ms, MB, ...',
};

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
