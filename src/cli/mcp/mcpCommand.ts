/** `pprof-lens mcp`: a server for agents. */
import { interruptible } from '../terminal/interruptible.ts';
import { command, exitStatus, failWith } from '../terminal/output.ts';
import { mcpUsage, readMcpOptions } from './mcpOptions.ts';
import { serveTools } from './server.ts';
import { Workspace } from './workspace.ts';

export const mcpCommand = command(mcpUsage, readMcpOptions, async (options) => {
  const workspace = await Workspace.open(options);
  if (!workspace.ok) return failWith(workspace.problem);
  await interruptible((signal) => serveTools(workspace.value, signal));
  return exitStatus.done;
});
