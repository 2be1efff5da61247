/** `pprof-lens mcp`: a server for agents. */

import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { interruptible } from '../terminal/interruptible.ts';
import { command, complain, exitStatus, failWith } from '../terminal/output.ts';
import { version } from '../terminal/version.ts';
import { benchmarkTools } from './benchmarkTools.ts';
import { explainLine } from './explainLine.ts';
import { guideText } from './guide.ts';
import { lineTools } from './lineTools.ts';
import { mcpUsage, readMcpOptions } from './mcpOptions.ts';
import { profileTools } from './profileTools.ts';
import { runTools } from './runTools.ts';
import type { AnyTool } from './tool.ts';
import { Workspace } from './workspace.ts';

export const mcpCommand = command(mcpUsage, readMcpOptions, async (options) => {
  const workspace = await Workspace.open(options);
  if (!workspace.ok) return failWith(workspace.problem);
  await interruptible((signal) => serveTools(workspace.value, signal));
  return exitStatus.done;
});

const tools: readonly AnyTool[] = [
  ...benchmarkTools,
  ...runTools,
  ...lineTools,
  explainLine,
  ...profileTools,
];

/** Milliseconds that calls have to end what they have started, once the agent is gone. */
const longestEnd = 10_000;

/** Answers on standard input and output until the agent goes. */
async function serveTools(workspace: Workspace, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<unknown>>();
  const served = serveStdio(() => makeServer(workspace, signal, running), {
    onerror: (error) => complain(error.message),
  });
  await agentGone(signal);
  // Nobody hears of a call that does not end, such as one that waits for a file system: it does not keep the process.
  setTimeout(() => process.exit(exitStatus.failed), longestEnd).unref();
  await served.close();
  await Promise.allSettled(running);
}

function agentGone(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close']) process.stdin.once(event, resolve);
    signal.addEventListener('abort', () => resolve());
  });
}

function makeServer(workspace: Workspace, ended: AbortSignal, running: Set<Promise<unknown>>): McpServer {
  const server = new McpServer(
    { name: 'pprof-lens', title: 'pprof Lens', version },
    { instructions: guideText },
  );
  for (const tool of tools) {
    const { name, title, description, schema, runs } = tool;
    const annotations = {
      title,
      readOnlyHint: !runs,
      ...(runs ? { destructiveHint: false } : {}),
      openWorldHint: false,
    };
    server.registerTool(
      name,
      { title, description, inputSchema: schema, annotations },
      async (given, context) => {
        const signal = AbortSignal.any([context.mcpReq.signal, ended]);
        const answering = tool.answer(given, { workspace, signal, tell: teller(context) });
        running.add(answering);
        const { text, isError } = await answering.finally(() => running.delete(answering));
        return { content: [{ type: 'text', text }], isError };
      },
    );
  }
  return server;
}

/** Sends progress to an agent that has asked for it. */
function teller({ mcpReq }: ServerContext): (message: string) => void {
  const { progressToken } = mcpReq._meta ?? {};
  let told = 0;
  return (message) => {
    if (progressToken === undefined) return;
    told++;
    const params = { progressToken, progress: told, message };
    // An agent that has gone is not told.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
