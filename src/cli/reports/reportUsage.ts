/** How to call the reports. Not translated: option names and these texts belong together. */
import { reportOptionsText } from '../profiles/reportOptions.ts';

type ReportLine = readonly [name: string, argument: '' | 'REGEX', what: string];

/** All reports. `REGEX` means that a pattern is given first. */
const groups: readonly (readonly [title: string, reports: readonly ReportLine[]])[] = [
  [
    'Reports to read',
    [
      ['summary', '', 'what is in the file'],
      ['top', '', 'functions with flat and cum'],
      ['list', 'REGEX', 'source lines of the functions whose name matches'],
      ['lines', '', 'costs by file and line, all files'],
      ['peek', 'REGEX', 'callers and callees of the functions whose name matches'],
      ['tree', '', 'every function with its callers and callees'],
      ['calltree', '', 'the call tree from the root'],
      ['disasm', 'REGEX', 'instructions of the functions whose name matches, or at an address'],
      ['tags', '', 'label values with their totals'],
      ['traces', '', 'every sample'],
      ['comments', '', 'the comments in the profile'],
    ],
  ],
  [
    'Pages and pictures',
    [
      ['html', '', 'the flame graph page, one file that opens in any browser'],
      ['weblist', 'REGEX', 'that page, opened at the source of the functions whose name matches'],
      ['svg', '', 'a flame graph picture'],
      ['graph', '', 'the call graph as an SVG picture; Graphviz is included'],
    ],
  ],
  [
    'Formats of other programs',
    [
      ['proto', '', 'the merged and filtered profile as a gzipped pprof file'],
      ['topproto', '', 'the rows of top as a gzipped pprof file'],
      ['raw', '', 'the decoded profile as go tool pprof -raw prints it'],
      ['dot', '', 'the call graph for Graphviz, as go tool pprof -dot writes it'],
      ['callgrind', '', 'the call graph for KCachegrind and QCachegrind'],
      ['folded', '', 'folded stacks for flamegraph.pl'],
      ['speedscope', '', "the profile in speedscope's format"],
      ['firefox', '', "the profile in Firefox Profiler's format"],
    ],
  ],
];

const reports = groups.flatMap(([, ofGroup]) => ofGroup);

export const profileText = `PROFILE is a file, the address of a server such as http://localhost:6060/debug/pprof/heap (without a path its
CPU profile), a question to a store of profiles, or -. Files are of pprof, folded stacks, perf, Go's execution
traces, V8, speedscope, Firefox Profiler or OpenTelemetry. Several profiles are merged first.
`;

/** What the reports print, by name. */
export const reportTexts: ReadonlyMap<string, string> = new Map(
  reports.map(([name, argument, what]) => [name, argument === '' ? what : `${what}: ${name} ${argument}`]),
);

/** All reports in groups, one line each. */
export const reportList = groups
  .map(([title, ofGroup]) => {
    const rows = ofGroup.map(([name, argument, what]) => `  ${`${name} ${argument}`.padEnd(14)}${what}\n`);
    return `${title}:\n${rows.join('')}`;
  })
  .join('\n');

/** The help of a report. */
export function reportUsage(report: string): string {
  const [, argument, what = ''] = reports.find(([name]) => name === report) ?? [];
  return `usage: pprof-lens ${report} [options] ${argument === 'REGEX' ? 'REGEX ' : ''}PROFILE [PROFILE...]

Prints ${what}.

${profileText}
${reportOptionsText}`;
}
