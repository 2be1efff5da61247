/**
 * Our load beside vegeta's at a rate and wrk's as fast as it goes, on a server that takes a known time for each answer. Where one of
 * these is not in PATH, it is not asked.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { loadLimits, readLoadRequest } from '../../../src/go/load/loadPlan.ts';
import { connectionsFor, OwnClient } from '../../../src/go/load/ownClient.ts';
import { writtenAddress } from '../../../src/go/profiles/fetchAddress.ts';
import { succeeded } from '../../why.ts';

/** Of twenty answers, sixteen take 5 ms, three 20 ms, one 60 ms. */
const server = `
const times = [5, 5, 5, 5, 20, 5, 5, 5, 5, 20, 5, 5, 5, 5, 20, 5, 5, 5, 5, 60];
let n = 0;
require('node:http')
  .createServer((_, answer) => setTimeout(() => answer.end('done'), times[n++ % times.length]))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;
const known = { p50: 5, p90: 20, p99: 60 };
/** Of the timers, and of the machine. */
const slack = 12;
const seconds = 5;

let running: ChildProcess;
let url = '';
before(async () => {
  running = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(running.stdout!, 'data');
  url = `http://127.0.0.1:${String(port).trim()}`;
});
after(() => running.kill());

interface Latencies {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  /** Requests a second. */
  readonly rate: number;
}

async function ours(rate: number | null, connections: number): Promise<Latencies> {
  const address = writtenAddress(url);
  assert.ok(address);
  const request = succeeded(readLoadRequest('/', address));
  const plan = { request, rate, connections, mostRequests: loadLimits.requests, seconds };
  const agent = connectionsFor(plan);
  const client = new OwnClient(plan, new AbortController().signal, agent);
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  const { p50, p90, p99, completed, seconds: took, failures } = await client.end();
  agent.destroy();
  assert.deepEqual(failures, {});
  return { p50: p50 ?? 0, p90: p90 ?? 0, p99: p99 ?? 0, rate: completed / took };
}

function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function assertAlike(one: Latencies, other: Latencies, compared: readonly (keyof typeof known)[]): void {
  for (const name of ['p50', 'p90', 'p99'] as const) {
    const isAlike = !compared.includes(name) || Math.abs(one[name] - other[name]) <= slack;
    assert.ok(isAlike, `${name}: ${one[name]} and ${other[name]} ms`);
    assert.ok(one[name] >= known[name] - 1 && one[name] <= known[name] + slack, `${name}: ${one[name]} ms`);
  }
  const ratio = one.rate / other.rate;
  assert.ok(ratio > 0.85 && ratio < 1.15, `${one.rate} and ${other.rate} requests/s`);
}

test('at a rate, as vegeta', { skip: isThere('vegeta') ? false : 'vegeta is not in PATH' }, async () => {
  const attack = `echo "GET ${url}/" | vegeta attack -rate=100 -duration=${seconds}s | vegeta report -type=json`;
  const report = JSON.parse(execFileSync('sh', ['-c', attack], { encoding: 'utf8' }));
  const milliseconds = (percent: string) => report.latencies[`${percent}th`] / 1e6;
  const vegeta = {
    p50: milliseconds('50'),
    p90: milliseconds('90'),
    p99: milliseconds('99'),
    rate: report.throughput,
  };
  assertAlike(await ours(100, 20), vegeta, ['p50', 'p90', 'p99']);
});

test('as fast as it goes, as wrk', { skip: isThere('wrk') ? false : 'wrk is not in PATH' }, async () => {
  const printed = execFileSync('wrk', ['-t1', '-c4', `-d${seconds}s`, '--latency', url], {
    encoding: 'utf8',
  });
  const milliseconds = (percent: number) => {
    const [, value, unit] = new RegExp(`^ +${percent}% +([\\d.]+)(us|ms|s)$`, 'm').exec(printed) ?? [];
    return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit ?? ''] ?? Number.NaN);
  };
  const rate = Number(/^Requests\/sec: +([\d.]+)/m.exec(printed)?.[1]);
  const wrk = { p50: milliseconds(50), p90: milliseconds(90), p99: milliseconds(99), rate };
  // It adds requests that would have been sent while it waited for a long answer, of which there are none here.
  assertAlike(await ours(null, 4), wrk, ['p50']);
});
