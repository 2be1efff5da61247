/** How to call the program. Not translated: option names and this text belong together. */
export const usage = `usage: pprof-lens REPORT [options] PROFILE
       pprof-lens bench [packages] --bench=RE [options]
       pprof-lens lsp --stdio

Reports:
  summary          what is in the file
  top              entries with flat and cum
  lines            costs by file and line

Options of the reports, with pprof's meaning:
  --json                     one JSON document instead of text
  --sample-index=TYPE|N      which sample type
  --cum                      sort by cum
  --granularity=functions|filefunctions|files|lines|addresses
  --noinlines --showcolumns
  --unit=UNIT                unit of text tables (auto, minimum, ms, MB, ...)
  --nodecount=N              only the first N entries
  --max-bytes=N              largest inflated size accepted (default 2 GiB)
`;
