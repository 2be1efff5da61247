/** How to call the program. Not translated: option names and these texts belong together. */
import { profileText, reportList } from './reports/reportUsage.ts';

/** What there is, for `--help`. The options of a command are in its own help. */
export const usage = `usage: pprof-lens REPORT [options] PROFILE [PROFILE...]     a report on a profile
       pprof-lens [options] PROFILE [PROFILE...]            a prompt: one question after the other
       pprof-lens COMMAND [options] ...

For example:
  pprof-lens top --cum cpu.pprof
  pprof-lens list 'cart\\.' http://localhost:6060/debug/pprof/heap
  pprof-lens http --open cpu.pprof
  pprof-lens bench --bench=Parse ./...

${reportList}
Other commands:
  bench         run benchmarks, then profile them: results and the hottest lines
  test          profile tests: which of them cost most, and their hottest lines
  run           a program run and profiled: the costliest functions; or two versions compared
  serve         a server compared with an older version, under the same requests
  compare       results of benchmarks side by side, as benchstat has them
  compare-store  two versions or times of production, as far as their samples bear it
  http          the flame graph page in a browser, served to this machine only
  fetch         one profile from a running server into a file
  pgo           CPU profiles merged into a default.pgo for profile-guided optimisation
  lsp --stdio   the language server, for any editor
  mcp           a server for agents: they profile, read the costs, and hear whether a change helped
  completion    what makes the Tab key of bash, zsh or fish complete all this
  github        what the GitHub Action runs in a workflow
  guide         how an agent, or a person in a hurry, makes code faster with it

${profileText}
Options that reports have in common, with pprof's names and meanings; RE is a regular expression of Go:
  --sample-index=TYPE        what to count: cpu, alloc_space, inuse_objects, ...
  --cum                      sort by cum
  --nodecount=N              at most N rows or nodes
  --focus=RE, --ignore=RE    only samples with a matching frame, only samples without
  --hide=RE, --show=RE       leave out matching frames; leave out all other frames
  --diff-base=PROFILE        the difference to a profile
  --json                     one JSON document instead of text
  --output=FILE              write there instead of to standard output

pprof-lens top --help lists all options of reports; pprof-lens COMMAND --help those of a command.
pprof-lens --version is the version.

Exit status: 0 done, 1 the work failed, 2 the arguments are wrong.
`;

export const lspUsage = `usage: pprof-lens lsp --stdio [--dir=DIR]

The language server, for any editor: it speaks the Language Server Protocol on standard input and output.
media/docs/editors.md has what to write for Neovim, Emacs, Helix, Zed and JetBrains' editors.

  --stdio    the only way that it speaks; editors pass it
  --dir=DIR  where runs are kept, a folder for each module (default: in your cache, pprof-lens/editors)

An editor starts it for Go files, with the folder of go.mod or go.work as root. It gets
  lenses, code actions       profile the benchmark or test at the cursor; workspace/executeCommand
  inlay hints, hovers        what lines cost, and why
  diagnostics                what keeps a benchmark from being built
  progress                   of runs, which can be cancelled

It should declare
  workspace.configuration                             settings, below pprofLens as in VS Code
  workspace.codeLens.refreshSupport, and of inlayHint   so that results appear when a run ends
  window.workDoneProgress                             to show how far a run is
  window.showMessage.messageActionItem                if its messages have buttons
`;
