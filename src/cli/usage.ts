/** How to call the program. Not translated: option names and this text belong together. */
export const usage = `usage: pprof-lens REPORT [options] PROFILE [PROFILE...]
       pprof-lens peek|list [options] REGEX PROFILE [PROFILE...]
       pprof-lens fetch [options] URL
       pprof-lens bench [packages] --bench=RE [options]
       pprof-lens compare [options] OLD.txt NEW.txt...
       pprof-lens lsp --stdio

PROFILE is a file or the address of a running server, such as http://localhost:6060/debug/pprof/heap; without
a path, its CPU profile is taken. Several profiles are merged first.

Reports:
  summary          what is in the file
  top              entries with flat and cum
  peek REGEX       callers and callees of the entries whose name matches
  list REGEX       source lines of the functions whose name matches
  lines            costs by file and line, all files
  tree             the call tree from the root
  tags             label values with their totals
  traces           every sample
  folded           folded stacks for flamegraph.pl
  raw              the decoded profile as go tool pprof -raw prints it
  dot              the call graph for Graphviz
  graph            that graph drawn, as SVG
  speedscope       the profile for speedscope
  svg              a flame graph picture
  html             the flame graph page, one file that opens in any browser
  proto            the merged and filtered profile as a pprof file

Options of the reports, with pprof's names and meanings:
  --json                     one JSON document instead of text
  -o FILE, --output=FILE     write there instead of to standard output
  --sample-index=TYPE|N      which sample type
  --mean --divide-by=N       divide values: by the first sample type, by N
  --cum                      sort by cum
  --granularity=functions|filefunctions|files|lines|addresses
  --noinlines --showcolumns
  --unit=UNIT                unit of text (auto, minimum, ms, MB, ...)
  --focus=RE --ignore=RE     only samples with a match, only samples without
  --hide=RE --show=RE        leave out matching frames, leave out all others
  --show-from=RE             cut what calls the first match
  --prune-from=RE            cut what the last match calls
  --tagfocus= --tagignore=   the same for labels: RE, KEY=RE, 16kb:64kb
  --tagshow=RE --taghide=RE  which labels are shown
  --tagroot=KEYS --tagleaf=KEYS  labels as frames
  --relative-percentages     percentages of what the filters left
  --base=FILE                subtract a profile
  --diff-base=FILE           the same, percentages of that profile
  --normalize                scale to the base's total first
  --drop-negative            leave out negative entries
  --nodecount=N --nodefraction=F --edgefraction=F
  --trim-path=DIRS --source-path=DIRS
  --with-source              html: put the source files of this machine into the page
  --max-bytes=N              largest inflated size accepted (default 2 GiB)
  --seconds=N --timeout=N    how long a server shall record, how long it may be silent
`;
