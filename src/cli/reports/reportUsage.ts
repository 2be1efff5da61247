/** How to call the reports. Not translated: option names and these texts belong together. */
import { storeOptionsText } from '../profiles/storeUsage.ts';

type ReportLine = readonly [name: string, argument: '' | 'REGEX', what: string];

/** All reports. `REGEX` means that a pattern is given first. */
const groups: readonly (readonly [title: string, reports: readonly ReportLine[]])[] = [
  [
    'Reports to read',
    [
      ['summary', '', 'what is in the file'],
      ['top', '', 'functions with flat and cum; also by the name text'],
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
    ],
  ],
];

const reports = groups.flatMap(([, ofGroup]) => ofGroup);

export const profileText = `PROFILE is a file, the address of a running server such as http://localhost:6060/debug/pprof/heap (without a
path its CPU profile is taken), a question to a store of production profiles, or - for standard input.
A file is pprof of any language, folded stacks, the output of perf script, perf.data (by perf), or an
execution trace of Go (by go tool trace). Several profiles are merged first.
`;

export const reportOptionsText = `Output:
  --json                     one JSON document instead of text
  -o FILE, --output=FILE     write there instead of to standard output
  --with-source              for html: put the source files into the page, so that it shows them anywhere;
                             those newer than the profile only from folders of --source-path; weblist
                             does it unless --with-source=false
  --unit=UNIT                unit of text: minimum (default), auto, ms, MB, ...

Values:
  --sample-index=TYPE|N      which sample type; by default the profile's own choice, else the last
  --mean                     average over the first sample type, such as the bytes of an object
  --divide-by=N              divide all values
  --relative-percentages     percentages of the filtered profile, not of the whole profile

Rows:
  --granularity=G            functions (default), filefunctions, files, lines, addresses
  --noinlines                count inlined calls as their caller
  --showcolumns              columns beside lines
  --cum                      sort by cum
  --nodecount=N              at most N rows or nodes (default all; for dot and graph 80)
  --nodefraction=F           without rows or nodes below this share of the total (for dot and graph 0.005)
  --edgefraction=F           the same for calls (for dot and graph 0.001)
  --trim                     the limits of go tool pprof: 0.005, 0.001, in tree 80 nodes
  --no-trim                  no limits at all, also for dot and graph
  --call-tree                for dot, graph and callgrind: a function apart for each way to reach it
  --compact-labels           tables without the lines about the profile
  --trim-path=DIRS           cut these folders off file names; separate several with colons
  --source-path=DIRS         folders with the sources

Instructions:
  --binary=FILE              the profiled program, if it is not where the profile says; it can also stand
                             before the profiles
  --intel-syntax             the syntax of Intel instead of Go's, by the objdump of binutils or LLVM
  --tools=DIRS               folders with nm and objdump of binutils or LLVM, which are then used; with commas

Filters; RE is a regular expression of Go:
  --focus=RE                 only samples with a matching frame
  --ignore=RE                only samples without
  --hide=RE, --show=RE       leave out matching frames; leave out all other frames
  --show-from=RE             leave out the callers of the first match
  --prune-from=RE            leave out the callees of the last match
  --tagfocus=T, --tagignore=T  samples by label: RE, KEY=RE, a range such as 16kb:64kb
  --tagshow=RE, --taghide=RE   which labels are shown
  --tagroot=KEYS, --tagleaf=KEYS  labels as frames at the root, at the leaf

Comparing:
  --base=PROFILE             subtract a profile
  --diff-base=PROFILE        the same, with percentages of that profile
  --normalize                first scale to the base's total
  --drop-negative            leave out what is negative

Reading:
  --all-frames               also the frames that the profile itself wants left out
  --add-comment=TEXT         add a comment to the profile
  --symbolize=none           for scripts made for pprof; names that the profile lacks are never looked up
  --max-bytes=N              largest inflated size accepted (default 2 GiB)
  --seconds=N                how many seconds a server records
  --timeout=N                how many seconds a server may send nothing
  --max-time=N               how many seconds its whole answer may take

${storeOptionsText}`;

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

/** How to call a report, in one line. */
export function reportSynopsis(report: string): string {
  const argument = reports.find(([name]) => name === report)?.[1] === 'REGEX' ? 'REGEX ' : '';
  return `usage: pprof-lens ${report} [options] ${argument}PROFILE [PROFILE...]\n`;
}

/** The help of a report. */
export function reportUsage(report: string): string {
  const what = reports.find(([name]) => name === report)?.[2] ?? '';
  return `${reportSynopsis(report)}
Prints ${what}.

${profileText}
${reportOptionsText}`;
}
