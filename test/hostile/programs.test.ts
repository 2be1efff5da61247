/** Bytes from outside choose no program: neither by the names in a recording nor by the format of a server's answer. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Problem, type Result, sentence } from '../../src/base/result.ts';
import { readForeignText } from '../../src/foreign/readForeign.ts';
import { boundedOutput } from '../../src/go/profiles/conversion.ts';
import { profileAddress } from '../../src/go/profiles/fetchAddress.ts';
import { fetchProfile } from '../../src/go/profiles/fetchProfile.ts';
import { readPerfData } from '../../src/go/profiles/perfData.ts';
import { readProfileBytes } from '../../src/go/profiles/profileFile.ts';
import { strangeServer } from '../go/profiles/strangeServer.ts';
import { testFolder } from '../testFolder.ts';
import { refused, why } from '../why.ts';

const folder = testFolder();
/** What a command of a stranger would write. */
const owned = join(folder, 'owned');
const asked = join(folder, 'asked');

function program(name: string, lines: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

function takeFile(file: string): string | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  return text;
}

/** Names of programs in a recording. A shell that reads one of these does something else besides. */
const names = [
  ';touch OWNED',
  '/x;touch OWNED',
  '/x;touch OWNED;:',
  '/x&touch OWNED',
  '/x|touch OWNED',
  '/x||touch OWNED',
  '/x\ntouch OWNED\n',
  '/x)\n 401000 (/y\ntouch OWNED',
  '/x\r\ntouch OWNED\r\n',
  '/$(touch OWNED)',
  '/`touch OWNED`',
  '/"$(touch OWNED)"',
  "/'$(touch OWNED)",
  '/x >OWNED',
  '/x>OWNED',
  '/x 2>OWNED',
  '/$(echo`touch OWNED`)',
  '/x;touch\tOWNED',
  '/x;touch$IFS""OWNED',
  '/x (deleted);touch OWNED',
  '/x;touch OWNED (deleted)',
  '[x];touch OWNED',
  '[$(touch OWNED)]',
  '/é;touch OWNED',
  '/x #)\n401000 (/y;touch OWNED',
];

const plainNames = [
  '/usr/lib/x86_64-linux-gnu/libstdc++.so.6',
  '/home/me/shop@v1,2/a~b',
  '/x (deleted)',
  '[kernel.kallsyms]',
  '[kernel.kallsyms].init.text',
  '[vdso]',
  '//anon',
  'anon_inode:[perf_event]',
];

describe('perf.data', { skip: process.platform === 'win32' }, () => {
  // As before 5.16 and without libbfd: `addr2line -e NAME`, for lines and for what is inlined.
  program(
    'perf',
    `[ "$1" = --version ] && { echo "perf version $VERSION"; exit; }
[ "$1" = buildid-list ] && exit
case "$*" in *--no-inline*) ;; *) echo yes > '${asked}'; sh -c "true -e $NAME 401000" >/dev/null 2>&1;; esac
case "$*" in
*ip,dso*) printf '\\t          401000 (%s)\\n\\n' "$NAME";;
*) printf 'shop 1 1.0: 10 cycles:\\n\\t          401000 main+0x1 (%s)\\n\\n' "$NAME";;
esac`,
  );

  async function read(version: string, name: string): Promise<string | null> {
    const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, VERSION: version, NAME: name };
    const options = { maxBytes: 1 << 20, mayRun: true, env };
    const profile = await readPerfData(new Uint8Array(), options, (text) =>
      readForeignText(text, 'perf-script'),
    );
    assert.ok(profile.ok, `${version} ${name}: ${why(profile)}`);
    assert.equal(takeFile(owned), null, `${version} ${name}: a command of the recording was run`);
    return takeFile(asked);
  }

  for (const version of ['5.15.2', '', '6.1.187']) {
    test(`no name in it is read by a shell: version ${version || 'unknown'}`, async () => {
      for (const name of names) await read(version, name.replaceAll('OWNED', owned));
    });
  }

  test('the lines of plain names are asked for, of a perf that starts addr2line itself', async () => {
    for (const name of plainNames) assert.ok(await read('6.1.187', name), name);
    for (const version of ['5.16.0', '5.16.rc1.g12ab', '10.0']) assert.ok(await read(version, '/x'), version);
    for (const version of ['4.18.0-553.el8.x86_64', '5.4.1', '5.15', 'next', ''])
      assert.equal(await read(version, '/x'), null, version);
  });
});

test('a program that does not end is ended', { skip: process.platform === 'win32' }, async () => {
  const request = { command: '/bin/sh', args: ['-c', 'sleep 600'], directory: folder, env: process.env };
  const end = await boundedOutput({ ...request, seconds: 0.2 }, 1000, 'It failed.');
  assert.equal(
    end.ok || sentence(end.problem).replace(/\. .*/, ''),
    'sh did not read this recording within 0.2 seconds',
  );
});

describe('what a server answers', { skip: process.platform === 'win32' }, () => {
  const heap = 'heap profile: 1: 64 [1: 64] @ heap/1048576\n1: 64 [1: 64] @ 0x1\n';
  const trace = `go 1.26 trace\0\0\0${'x'.repeat(40)}`;
  const legacyCpu = new Uint8Array(
    new BigUint64Array([0n, 3n, 0n, 10000n, 0n, 1n, 1n, 4096n, 0n, 1n, 0n]).buffer,
  );
  const answers: Readonly<Record<string, string | Uint8Array>> = {
    'a recording of perf': `PERFILE2${'\0'.repeat(200)}`,
    'an execution trace': trace,
    'a heap profile as text': heap,
    'a heap profile behind comments': `# a\n\n${heap}`,
    'a profile of growth': 'growthz 1: 2 [1: 2] @ growthz\n',
    'a goroutine profile as text': 'goroutine profile: total 1\n1 @ 0x1\n',
    'contention as text': '--- contentionz 1 ---\n',
    'mutexes as text': '--- mutex:\ncycles/second=1\n1 1 @ 0x1\n',
    'threads as text': '--- threadz 1 ---\n',
    'a CPU profile in binary': legacyCpu,
  };

  /** Reads each answer, where `go` and `perf` are programs of ours, and says which of them was started. */
  async function readEach(
    read: (bytes: Uint8Array) => Promise<Result<unknown>>,
    check: (problem: Problem, what: string, started: string | null) => void,
  ): Promise<void> {
    for (const name of ['go', 'perf']) program(name, `echo ${name} >> '${asked}'; exit 1`);
    const before = process.env.PATH;
    process.env.PATH = `${folder}${delimiter}${before}`;
    try {
      for (const [what, answer] of Object.entries(answers)) {
        for (const pack of [Buffer.from, gzipSync]) {
          const result = refused(await read(pack(Buffer.from(answer))));
          check(result, what, takeFile(asked));
        }
      }
    } finally {
      process.env.PATH = before;
    }
  }

  async function check(path: string, mayStart: readonly string[]): Promise<void> {
    let body: Uint8Array = new Uint8Array();
    const server = await strangeServer((_, response) => response.end(body));
    const address = profileAddress(`http://${server.host}${path}`);
    assert.ok(address);
    const fetched = (bytes: Uint8Array) => {
      body = bytes;
      return fetchProfile(address);
    };
    await readEach(fetched, (problem, what, started) => {
      assert.equal(started !== null, mayStart.includes(what), `${path}: ${what}`);
      if (mayStart.includes(what)) return;
      assert.equal(problem.code, 'not-a-profile', what);
      assert.match(sentence(problem), /^(?:The answer of )?http:\/\/127\.0\.0\.1/, what);
    });
  }

  test('starts no program, whatever was asked for', async () => {
    for (const path of ['/', '/debug/pprof/heap', '/debug/pprof/heap?debug=1', '/debug/pprof/trace/x']) {
      await check(path, []);
    }
  });

  test('as a file starts no program where nothing is trusted', async () => {
    const read = (bytes: Uint8Array) => readProfileBytes(bytes, { mayRun: false });
    await readEach(read, (_, what, started) => assert.equal(started, null, what));
  });

  test('is handed to go tool trace alone where a trace was asked for', async () => {
    await check('/debug/pprof/trace?seconds=1', ['an execution trace']);
  });
});
