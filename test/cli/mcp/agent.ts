/** An agent: a client of the protocol's own library, and the server that it starts. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { gitEnvironment, type TestRepository } from '../../go/git/repository.ts';
import { cliArguments } from '../runCli.ts';

const goCache = execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim();

/** What an answer says. */
interface Said {
  readonly text: string;
  readonly isError: boolean;
  readonly document: Document;
}

interface Document {
  readonly [key: string]: unknown;
  readonly run: string;
  readonly next?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly benchmarks: readonly {
    readonly name: string;
    readonly file: string;
    readonly line: number;
    readonly changedSince?: readonly string[];
    readonly metrics: Readonly<Record<string, unknown>>;
    readonly lines: readonly Line[];
  }[];
  readonly verdicts: readonly Readonly<Record<string, unknown>>[];
}

interface Line {
  readonly file: string;
  readonly line: number;
  readonly text?: string;
  readonly metrics: Readonly<Record<string, { readonly flat: number }>>;
}

export interface Agent {
  readonly client: Client;
  call(name: string, args?: object, options?: Parameters<Client['callTool']>[1]): Promise<Said>;
}

/** Starts the server, which ends with `t`. */
export async function agentIn(
  t: { after(end: () => Promise<void>): void },
  { directory, temporary, output }: Pick<TestRepository, 'directory' | 'temporary' | 'output'>,
  ...options: readonly string[]
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: cliArguments('mcp', `--root=${directory}`, ...options),
    env: {
      ...Object.fromEntries(
        Object.entries(gitEnvironment).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        ),
      ),
      CI: '',
      GOCACHE: goCache,
      TMPDIR: temporary,
      PPROF_LENS_DIR: join(output, 'kept'),
    },
    cwd: output,
  });
  await client.connect(transport);
  t.after(() => client.close());
  return {
    client,
    async call(name, args = {}, options) {
      // The library gives up after a minute, which on a busy machine a comparison takes.
      const patient = { timeout: 600_000, ...options };
      const { content, isError = false } = await client.callTool({ name, arguments: { ...args } }, patient);
      const [first] = content;
      assert.ok(first?.type === 'text' && content.length === 1);
      assert.ok(Buffer.byteLength(first.text) <= 4096, `${name}: ${first.text.length} bytes`);
      // The library refuses wrong arguments in its own words.
      const isJson = first.text.startsWith('{');
      return { text: first.text, isError, document: isJson ? JSON.parse(first.text) : {} };
    },
  };
}
