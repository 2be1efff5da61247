/** The arguments of `pprof-lens mcp`. */
import { resolve } from 'node:path';
import { ok, type Result } from '../../base/result.ts';
import {
  flag,
  type OptionValues,
  optionsText,
  readOptions,
  text,
  usually,
  wrong,
} from '../terminal/options.ts';

const mcpOptions = {
  root: text('DIR', 'the folder with the code, of which benchmarks are run (default: the current one)'),
  dir: text('DIR', 'where runs are kept, if not where bench --save keeps them; also PPROF_LENS_DIR'),
  'read-only': usually(false, flag('refuses to run anything: only kept runs and profiles are read')),
};

export type McpOptions = OptionValues<typeof mcpOptions>;

/** Not translated: option names and this text belong together. */
export const mcpUsage = `usage: pprof-lens mcp [options]

A server for agents, for their Model Context Protocol on standard input and output. It runs benchmarks of the
folder, says what lines cost, and whether a change helped. pprof-lens guide is what agents are told.

${optionsText(mcpOptions)}
In the configuration of an agent:
  {"mcpServers": {"pprof-lens": {"command": "pprof-lens", "args": ["mcp", "--root=/path/to/module"]}}}
`;

/** Reads the arguments. Paths are whole. */
export function readMcpOptions(argv: readonly string[], env = process.env): Result<McpOptions> {
  const given = readOptions(argv, mcpOptions);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  const [unexpected] = rest;
  if (unexpected !== undefined) return wrong('{0} is one argument too many.', unexpected);
  const dir = options.dir ?? (env.PPROF_LENS_DIR || undefined);
  return ok({
    ...options,
    root: resolve(options.root ?? '.'),
    ...(dir === undefined ? {} : { dir: resolve(dir) }),
  });
}
