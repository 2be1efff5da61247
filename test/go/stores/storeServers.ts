/**
 * Real stores on this machine. A test takes a server from an address in the environment (`PPROF_LENS_PYROSCOPE`,
 * `PPROF_LENS_PARCA`), else a program from PATH.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { StoreKind } from '../../../src/go/stores/storeKinds.ts';
import { encodeGzipped } from '../../../src/pprof/encode.ts';
import { readProfile } from '../../../src/pprof/read.ts';
import { freePorts } from '../../freePorts.ts';
import { testFolder } from '../../testFolder.ts';

export interface StoreServer {
  readonly kind: StoreKind;
  /** `http://127.0.0.1:4040` */
  readonly url: string;
  stop(): void;
}

const environment: Readonly<Record<StoreKind, string>> = {
  pyroscope: 'PPROF_LENS_PYROSCOPE',
  parca: 'PPROF_LENS_PARCA',
};

function programOf(kind: StoreKind): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, kind)).find((file) => existsSync(file));
}

/** Why the tests with a store of this kind are skipped; false if there is one. */
export function noStore(kind: StoreKind): string | false {
  return process.env[environment[kind]] !== undefined || programOf(kind) !== undefined
    ? false
    : `there is no ${kind}: put the program into PATH, or the address of a running one into ${environment[kind]}`;
}

/** How long a store may take until it answers, on a machine that is busy with other tests. In milliseconds. */
const patience = 120_000;

/** @param flags for the server; not used if the environment names one that runs already */
export async function startStore(kind: StoreKind, flags: readonly string[] = []): Promise<StoreServer> {
  const given = process.env[environment[kind]];
  if (given !== undefined && flags.length === 0) {
    return { kind, url: given.replace(/\/$/, ''), stop: () => undefined };
  }
  const data = testFolder();
  const port = await freePorts(4);
  const child = startProgram(kind, port, data, flags);
  child.unref();
  const stop = () => {
    child.kill('SIGKILL');
    // It may still write.
    child.once('close', () => rmSync(data, { recursive: true, force: true, maxRetries: 3 }));
    if (child.exitCode !== null) rmSync(data, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const ready = kind === 'pyroscope' ? `${url}/ready` : `${url}/api/profiles/types`;
  const end = Date.now() + patience;
  while (Date.now() < end && child.exitCode === null) {
    const answer = await fetch(ready).catch(() => null);
    if (answer?.ok) return { kind, url, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  stop();
  assert.fail(`${kind} does not start (exit status ${child.exitCode})`);
}

function startProgram(kind: StoreKind, port: number, data: string, flags: readonly string[]): ChildProcess {
  const program = programOf(kind);
  const options = { stdio: 'ignore', cwd: data } as const;
  assert.ok(program, `there is no ${kind}`);
  if (kind === 'pyroscope') return spawn(program, [...pyroscopeFlags(port, data), ...flags], options);
  mkdirSync(join(data, 'bucket'));
  const config = join(data, 'parca.yaml');
  const bucket = JSON.stringify(join(data, 'bucket'));
  writeFileSync(
    config,
    `object_storage:\n  bucket:\n    type: FILESYSTEM\n    config:\n      directory: ${bucket}\nscrape_configs: []\n`,
  );
  const own = [
    `--config-path=${config}`,
    `--http-address=127.0.0.1:${port}`,
    `--storage-active-memory=${2 ** 27}`,
  ];
  return spawn(program, [...own, ...flags], options);
}

/** Every part of the server on loopback, and its files below `data`. */
function pyroscopeFlags(port: number, data: string): string[] {
  const host = '127.0.0.1';
  const raft = `${host}:${port + 3}`;
  const rings = [
    'compactor.ring.instance-addr',
    'distributor.ring.instance-addr',
    'overrides-exporter.ring.instance-addr',
    'query-frontend.instance-addr',
    'query-scheduler.ring.instance-addr',
    'segment-writer.lifecycler.addr',
    'store-gateway.sharding-ring.instance-addr',
    'ingester.lifecycler.addr',
  ];
  const flags = {
    'server.http-listen-address': host,
    'server.http-listen-port': port,
    'server.grpc-listen-address': host,
    'server.grpc-listen-port': port + 1,
    'memberlist.bind-addr': host,
    'memberlist.bind-port': port + 2,
    ...Object.fromEntries(rings.map((ring) => [ring, host])),
    'metastore.raft.bind-address': raft,
    'metastore.raft.advertise-address': raft,
    'metastore.raft.server-id': raft,
    'metastore.address': `${host}:${port + 1}`,
    'query-backend.address': `${host}:${port + 1}`,
    'storage.backend': 'filesystem',
    'storage.filesystem.dir': join(data, 'shared'),
    'pyroscopedb.data-path': join(data, 'v1'),
    'metastore.data-dir': join(data, 'metastore'),
    'metastore.raft.dir': join(data, 'raft'),
    // Profiles are visible as soon as they are written.
    'architecture.storage': 'v2',
    'segment-writer.min-ready-duration': '0s',
    'metastore.min-ready-duration': '0s',
    'self-profiling.disable-push': true,
    'usage-stats.enabled': false,
  };
  return Object.entries(flags).map(([name, value]) => `-${name}=${value}`);
}

export interface Pushed {
  readonly profile: Uint8Array;
  /** Besides the name of the profile. */
  readonly labels: Readonly<Record<string, string>>;
  /** Default: `process_cpu`. */
  readonly name?: string;
  /** When it was taken, in milliseconds before now. Stores refuse profiles older than an hour. Default: a minute. */
  readonly ago?: number;
  readonly tenant?: string;
}

/** Sends a profile, with its time rewritten, and waits until the store answers with it. */
export async function push(server: StoreServer, pushed: Pushed): Promise<void> {
  const { labels, name = 'process_cpu', ago = 60_000, tenant } = pushed;
  // Pyroscope tells services apart by this label, and each push here is visible by a label of its own.
  const mark = randomUUID();
  const all = { __name__: name, ...labels, pushed: mark };
  const pairs = Object.entries(all).map(([key, value]) => ({ name: key, value }));
  const rawProfile = Buffer.from(withTime(pushed.profile, Date.now() - ago)).toString('base64');
  const isPyroscope = server.kind === 'pyroscope';
  const body = isPyroscope
    ? { series: [{ labels: pairs, samples: [{ ID: mark, rawProfile }] }] }
    : { series: [{ labels: { labels: pairs }, samples: [{ rawProfile }] }] };
  const path = isPyroscope ? 'push.v1.PusherService/Push' : 'api/profiles/writeraw';
  const headers = { 'content-type': 'application/json', ...(tenant ? { 'x-scope-orgid': tenant } : {}) };
  const answer = await fetch(`${server.url}/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.text());
  const end = Date.now() + patience;
  while (Date.now() < end) {
    if (await isVisible(server, mark, headers)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.fail(`${server.kind} does not show what was pushed`);
}

async function isVisible(
  server: StoreServer,
  mark: string,
  headers: Record<string, string>,
): Promise<boolean> {
  if (server.kind === 'parca') {
    const answer = await fetch(`${server.url}/api/profiles/labels/pushed/values`);
    return (await answer.text()).includes(mark);
  }
  const now = Date.now();
  const request = { start: now - 3 * 3_600_000, end: now + 60_000, name: 'pushed', matchers: [] };
  const answer = await fetch(`${server.url}/querier.v1.QuerierService/LabelValues`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
  });
  return (await answer.text()).includes(mark);
}

/** The profile, taken at this time. */
function withTime(bytes: Uint8Array, millis: number): Uint8Array {
  const isGzipped = bytes[0] === 0x1f;
  const read = readProfile(isGzipped ? bytes : gzipSync(bytes));
  assert.ok(read.ok, 'the pushed profile is one');
  return encodeGzipped({ ...read.value, timeNanos: BigInt(millis) * 1_000_000n });
}
