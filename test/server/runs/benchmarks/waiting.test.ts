/** Benchmarks that wait: the bundled language server over real JSON-RPC, with the real Go. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { testFolder } from '../../../testFolder.ts';
import { type ServedModule, servedModule } from '../../servedModule.ts';

const files = {
  'm_test.go': `package m

import (
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

func BenchmarkSleep(b *testing.B) {
	for b.Loop() {
		time.Sleep(10 * time.Millisecond)
	}
}

func BenchmarkChannel(b *testing.B) {
	for b.Loop() {
		c := make(chan int)
		go func() {
			time.Sleep(10 * time.Millisecond)
			c <- 1
		}()
		<-c // here
	}
}

func BenchmarkLock(b *testing.B) {
	var mu sync.Mutex
	for b.Loop() {
		mu.Lock()
		go func() {
			time.Sleep(10 * time.Millisecond)
			mu.Unlock()
		}()
		mu.Lock()
		mu.Unlock()
	}
}

func BenchmarkNet(b *testing.B) {
	client, server := tcpPair(b)
	go func() {
		buffer := make([]byte, 1)
		for {
			if _, err := io.ReadFull(server, buffer); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
			server.Write(buffer)
		}
	}()
	buffer := make([]byte, 1)
	for b.Loop() {
		client.Write(buffer)
		io.ReadFull(client, buffer)
	}
}

func tcpPair(b *testing.B) (net.Conn, net.Conn) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	client, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	server, err := listener.Accept()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { client.Close(); server.Close(); listener.Close() })
	return client, server
}

var kept int

func BenchmarkShort(b *testing.B) {
	for b.Loop() {
		for i := range 1000 {
			kept += i
		}
	}
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		sum := 0
		for pb.Next() {
			for i := range 1000 {
				sum += i
			}
		}
	})
}
`,
};

const settings = { count: 1, benchtime: '2s', kinds: ['cpu'] };
// Its machine is never busy: where many programs want to run, a benchmark that waits cannot be told from one that gets no core.
const module = await servedModule({ after }, files, settings, { busyWhile: '/never' });

/** What is said of a run, besides what disturbs its timings. */
async function said(
  benchmark: string,
  part: object = {},
  { client, uri }: ServedModule = module,
): Promise<string[]> {
  const known = client.messages.length;
  await client.run({ uri, benchmark, ...part });
  return client.messages.slice(known);
}

const blocking = { kinds: ['block', 'cpu'] };

test('a benchmark that sleeps is said to have waited', async () => {
  const [message, ...others] = await said('BenchmarkSleep');
  assert.match(message ?? '', /^BenchmarkSleep waited: CPU explains (?:\d|<1)% of (?:[\d.]+ s|\d+ ms)\.$/);
  assert.deepEqual(others, []);
});

test('a benchmark that waits for a channel: the block profile has the line', async () => {
  assert.deepEqual(await said('BenchmarkChannel', blocking), [], 'the lines say it');
  const { client, uri, directory } = module;
  assert.match(client.output, /BenchmarkChannel waited: CPU explains .*, and blocking (?:9\d|100)%\.\n/);
  const text = readFileSync(path.join(directory, 'm_test.go'), 'utf8').split('\n');
  const line = text.findIndex((each) => each.includes('// here'));
  await client.until('the line that waits', () => client.costs(uri).some((each) => each.line === line));
});

test('a benchmark that waits for a lock is offered a mutex profile', async () => {
  const [message] = await said('BenchmarkLock', blocking);
  assert.match(message ?? '', /^BenchmarkLock waited for locks: they explain (?:9\d|100)% of /);
});

test('waiting for the network is in no block profile; that of a trace has the line, and the bill', async () => {
  const [message] = await said('BenchmarkNet', { kinds: ['cpu', 'block'] });
  assert.match(
    message ?? '',
    /^BenchmarkNet waited: .* and blocking (?:0|<1)%\. The rest is sleep, or waiting for the network/,
  );
  assert.deepEqual(await said('BenchmarkNet', { kinds: ['wait', 'cpu'] }), [], 'the lines say it');
  const { client, uri, directory } = module;
  const text = readFileSync(path.join(directory, 'm_test.go'), 'utf8').split('\n');
  const line = text.findIndex((each) => each.includes('io.ReadFull(client'));
  await client.until('the line that waits', () => client.costs(uri).some((each) => each.line === line));
  const name = text.findIndex((each) => each.includes('func BenchmarkNet'));
  assert.match(
    await client.hover(uri, name, 8),
    /\n1\d(?:\.\d+)?ms\/op(?: \(traced: .*?\))? = .*1\d(?:\.\d+)?ms network/,
  );
});

test('a benchmark that computes is to run for longer, if it is too short, and else nothing is said', async (t) => {
  // On the machine as it is: how long it waits for a core depends on that.
  const here = await servedModule(t, files, settings, {
    directory: module.directory,
    storagePath: testFolder(),
  });
  const [message] = await said('BenchmarkShort', { benchtime: '10x' }, here);
  assert.match(message ?? '', /^The CPU profile of BenchmarkShort is too short/);
  for (const benchmark of ['BenchmarkShort', 'BenchmarkParallel']) {
    // On a busy machine it may have few samples all the same.
    assert.doesNotMatch((await said(benchmark, { benchtime: '300ms' }, here)).join(), /waited/);
  }
});
