/** Nothing leaves the machine but what these files send: whoever adds one says here to whom it speaks. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '../../src');

const speakers: Readonly<Record<string, string>> = {
  'go/inTurns/countsListener.ts': 'test binaries that it has started, by a socket',
  'go/load/ownClient.ts': 'the server that is profiled, where the user asks for requests',
  'go/machine/machineTurn.ts': 'other windows of this user, by a socket',
  'go/profiles/httpRequest.ts': 'servers and stores whose address the user gives',
  'go/profiles/httpRequest.web.ts': 'such stores, from VS Code for the Web',
  'go/toolchain/launcher.ts': 'the editor that has started it, by a socket',
  'go/toolchain/terminalProcess.ts': 'the launcher',
  'cli/github/api.ts': 'the API of GitHub, in a workflow there',
  'cli/http/pageServer.ts': 'the browser of this machine',
};

test('only these files speak to somebody', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:tsx?|mjs)$/.test(file),
  );
  const speaking = files.filter((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    // Types say nothing.
    const imports =
      text.match(/^import (?!type )[^;]*? from 'node:(?:http|https|http2|net|tls|dgram|dns)(?:\/\w+)?';/gm) ??
      [];
    const isOfTypes = (line: string) => /^import \{(?: ?type \w+,?)+ ?\}/.test(line.replace(/\s+/g, ' '));
    return (
      imports.some((line) => !isOfTypes(line)) ||
      /\bfetch\((?:['"`]|url\b|new )|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b|\.sendBeacon\(/.test(
        text,
      )
    );
  });
  assert.deepEqual(speaking.map((file) => file.replaceAll('\\', '/')).sort(), Object.keys(speakers).sort());
});
