// What a test binary has written of goroutines that were left behind, as Go 1.26 and 1.27 write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaksOf, parseLeaks } from '../../../src/go/leaks/leaks.ts';
import type { SourceRoots } from '../../../src/go/sources/sourcePaths.ts';

const roots: SourceRoots = {
  goroot: '/usr/local/go',
  moduleCache: '/home/me/go/pkg/mod',
  modules: [{ path: 'example.com/m', directory: '/home/me/m' }],
  pathMappings: {},
  exists: () => true,
};

const waits = (id: number, head = `pprof-lens leak 0 TestX/sub\ngoroutine ${id} [chan receive]:`) => `${head}
example.com/m.(*pool[...]).wait(0xc000012345, {0x1, 0x2})
	/home/me/m/m.go:12 +0x25
created by example.com/m.start in goroutine 20
	/home/me/m/m.go:30 +0x1e
[originating from goroutine 20]:
example.com/m.start(...)
	/home/me/m/m.go:31 +0x1e
created by testing.(*T).Run
	/usr/local/go/src/testing/testing.go:2101 +0xb1

`;

const server = `pprof-lens leak 0 TestServer
goroutine 23 [IO wait, 2 minutes, locked to thread]:
net.(*TCPListener).Accept(0x1a52b572e200)
	/usr/local/go/src/net/tcpsock.go:387 +0x30
created by net/http/httptest.(*Server).goServe in goroutine 1
	/usr/local/go/src/net/http/httptest/server.go:584 +0x92
[originating from goroutine 1]:
net/http/httptest.NewServer(...)
	/usr/local/go/src/net/http/httptest/server.go:269 +0xc5
example.com/m_test.TestServer(...)
	/home/me/m/m_test.go:31 +0x12d

`;

test('goroutines at one place are one leak, on the line where they stand', () => {
  const found = parseLeaks(waits(7) + waits(8), null);
  const [leak, ...others] = leaksOf(found, roots);
  assert.equal(others.length, 0);
  assert.deepEqual(
    { count: leak?.count, test: leak?.test, state: leak?.state, at: leak?.at, started: leak?.started },
    {
      count: 2,
      test: 'TestX/sub',
      state: 'chan receive',
      at: { function: 'example.com/m.(*pool[...]).wait', file: '/home/me/m/m.go', line: 12 },
      started: { function: 'example.com/m.start', file: '/home/me/m/m.go', line: 30 },
    },
  );
});

test('code of others that starts a goroutine is charged to who has called it; without a line, as it is not certain', () => {
  const [leak] = leaksOf(parseLeaks(server, null), roots);
  assert.equal(leak?.state, 'IO wait');
  assert.deepEqual(leak.started, { function: 'example.com/m_test.TestServer', file: '', line: 0 });
  assert.equal(leak.through?.function, 'net/http/httptest.(*Server).goServe');
  assert.deepEqual(leak.at, {
    ...leak.through,
    file: '/usr/local/go/src/net/http/httptest/server.go',
    line: 584,
  });
});

test('what goroutineleak finds too is the same goroutine; what it finds alone stood before the tests', () => {
  const again = waits(7, 'pprof-lens unreachable 0 TestX/sub\ngoroutine 7 [chan receive (leaked)]:');
  const alone = waits(3, 'pprof-lens unreachable 0 \ngoroutine 3 [chan receive (leaked)]:');
  const leaks = leaksOf(parseLeaks(waits(7) + again + alone, null), roots);
  assert.deepEqual(
    leaks.map(({ test: name, state, isUnreachable, isEarlier }) => [name, state, isUnreachable, isEarlier]),
    [
      ['TestX/sub', 'chan receive', true, false],
      ['', 'chan receive', true, true],
    ],
  );
});

test('says that there were more than are listed', () => {
  assert.equal(parseLeaks(waits(7), null).isCut, false);
  assert.equal(parseLeaks(`${waits(7)}pprof-lens cut 0 \n\n`, null).isCut, true);
});
