/** How to call the program. Not translated: option names and these texts belong together. */
import { profileText, reportList, reportOptionsText } from './reports/reportUsage.ts';

/** All of it, for `--help`. */
export const usage = `usage: pprof-lens REPORT [options] PROFILE [PROFILE...]
       pprof-lens [options] PROFILE [PROFILE...]      a prompt: one question after the other; help, quit
       pprof-lens COMMAND [options] ...

Reports on a profile:
${reportList}
Other commands:
  bench         run benchmarks, then profile them: results and the hottest lines
  test          profile tests: which of them cost most, and their hottest lines
  run           a program run and profiled: the costliest functions
  compare       results of benchmarks side by side, as benchstat has them
  http          the flame graph page in a browser, served to this machine only
  fetch         one profile from a running server into a file
  pgo           CPU profiles merged into a default.pgo for profile-guided optimisation
  lsp --stdio   the language server, for any editor

pprof-lens COMMAND --help tells more; pprof-lens --version is the version.

${profileText}
Options of the reports, with pprof's names and meanings:

${reportOptionsText}
Exit status: 0 done, 1 the work failed, 2 the arguments are wrong.
`;

export const lspUsage = `usage: pprof-lens lsp --stdio

The language server, for any editor: it speaks the Language Server Protocol on standard input and output.
`;
