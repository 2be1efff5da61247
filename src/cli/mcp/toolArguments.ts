/** Arguments that several tools have. What they mean is read by agents. */
import { z } from 'zod';
import { profileKinds } from '../../base/profileKinds.ts';

export const cursorArgument = z
  .string()
  .max(1000)
  .optional()
  .describe('next of the answer before, to read on; the other arguments stay the same');

export const runArgument = z
  .string()
  .max(100)
  .describe('a kept run: run of an answer of profile or compare, or of list_runs');

export const benchmarkArgument = z
  .string()
  .max(1000)
  .optional()
  .describe('the full name of one benchmark of the run: BenchmarkX/sub; default all');

export const packagesArgument = z
  .array(z.string().min(1).max(1000).regex(/^[^-]/, 'a package pattern does not begin with -'))
  .max(100)
  .optional()
  .describe('package patterns of the go command: . or ./parse or ./...; default: all below the folder');

export const tagsArgument = z
  .string()
  .max(1000)
  .regex(/^[\w.,]*$/)
  .optional()
  .describe('build tags, with commas');

/** Which profile: that of a kept run, or a file. */
export const profileArguments = {
  run: runArgument.optional(),
  benchmark: z
    .string()
    .max(1000)
    .optional()
    .describe('the full name of the benchmark; needed if the run has several'),
  kind: z.enum(profileKinds).optional().describe('which profile of the run; default its first, usually cpu'),
  profile: z
    .string()
    .max(4000)
    .optional()
    .describe(
      'instead of a run: the path of a profile below the folder (pprof, perf script, folded stacks, ...)',
    ),
};

const regex = (what: string) =>
  z.string().max(2000).optional().describe(`${what}; a regular expression of Go`);

/** Filters with pprof's names and meanings. */
export const filterArguments = {
  sample_index: z
    .string()
    .max(200)
    .optional()
    .describe('what to count: cpu, alloc_space, alloc_objects, inuse_space, ...; default as pprof'),
  focus: regex('only samples with a matching frame'),
  ignore: regex('only samples without a matching frame'),
  hide: regex('leave out matching frames'),
  show: regex('leave out frames that do not match'),
  tagfocus: regex('only samples with such a label: KEY=RE'),
  granularity: z.enum(['functions', 'filefunctions', 'files', 'lines', 'addresses']).optional(),
};
