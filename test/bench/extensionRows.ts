/** The rows about the package: sizes, and how long VS Code waits for the extension's code. */

import { statSync } from 'node:fs';
import { finished } from './processes.ts';
import { median } from './statistics.ts';
import { limited, type Row } from './table.ts';

/**
 * Activation is `require` and `activate` with a fake module `vscode`, which returns itself for everything. So the time of
 * the editor's own part of each call does not count.
 */
export async function extensionRows(vsix: string, runs: number): Promise<Row[]> {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  return [await activationRow(runs), limited('size: VSIX', statSync(vsix).size, 5_000_000, kilobytes)];
}

const extension = 'dist/extension.cjs';

const activationScript = `
  const { Module } = require('node:module');
  const load = Module._load;
  const answer = (target, key) => (key === Symbol.toPrimitive ? () => '' : key === 'prototype' ? target.prototype : anything);
  const anything = new Proxy(function () {}, { get: answer, set: () => true, apply: () => anything, construct: () => anything });
  // The bundle copies a module's own properties and keeps its prototype.
  const vscode = Object.create(anything);
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
  const subscriptions = [];
  const packageJSON = JSON.parse(require('node:fs').readFileSync('package.json', 'utf8'));
  const known = { subscriptions, extension: { packageJSON } };
  const context = new Proxy(known, { get: (_, key) => known[key] ?? anything });
  const start = performance.now();
  require(require('node:path').resolve('${extension}')).activate(context);
  console.log(performance.now() - start);
  process.exit();
`;

async function activationRow(runs: number): Promise<Row> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const { output } = await finished(process.execPath, ['-e', activationScript]);
    times.push(Number(output));
  }
  return limited('extension: loading and activating', median(times), 50);
}
