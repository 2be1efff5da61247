// A cancelled run leaves no process and no file.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { eventually } from '../../eventually.ts';
import { goModule } from '../goModule.ts';
import { failed } from '../outcome.ts';

describe('cancelling', { skip: process.platform === 'win32' }, () => {
  const module = goModule({
    'm_test.go': `package m

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"testing"
)

func BenchmarkEndless(b *testing.B) {
	child := exec.Command("sleep", "60")
	child.Start()
	fmt.Fprintln(os.Stderr, "pids", os.Getpid(), child.Process.Pid)
	child.Wait()
}

func BenchmarkStubborn(b *testing.B) {
	signal.Ignore(os.Interrupt)
	BenchmarkEndless(b)
}

var kept []byte

func BenchmarkAllocates(b *testing.B) {
	for range b.N {
		kept = make([]byte, 1000)
	}
}
`,
  });

  function isAlive(pid: number): boolean {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  }

  for (const name of ['BenchmarkEndless', 'BenchmarkStubborn']) {
    test(`${name}: no process and no file is left`, async () => {
      const before = module.files();
      const abort = new AbortController();
      let output = '';
      const onOutput = (text: string) => {
        output += text;
        if (/pids \d+ \d+\n/.test(output)) abort.abort();
      };
      const { said } = await failed(module, [name], {
        kinds: ['cpu', 'mem'],
        signal: abort.signal,
        onOutput,
      });
      assert.equal(said, 'cancelled: Cancelled.');
      const pids = /pids (\d+) (\d+)/.exec(output)!.slice(1).map(Number);
      // A busy system takes its time to end what has been killed.
      await eventually('the end of all processes', () => !pids.some(isAlive));
      assert.equal(existsSync(dirname(module.output)), false);
      assert.deepEqual(module.files(), before);
    });
  }

  for (const step of ['Building', 'Timing', 'cpu profile', 'mem profile', 'memory that']) {
    test(`at the step "${step}" everything written is removed`, async () => {
      const abort = new AbortController();
      const onProgress = (message: string) => {
        if (message.includes(step)) setImmediate(() => abort.abort());
      };
      const { said } = await failed(module, ['BenchmarkAllocates'], {
        kinds: ['cpu', 'mem'],
        benchtime: '30ms',
        signal: abort.signal,
        onProgress,
      });
      assert.equal(said, 'cancelled: Cancelled.');
      assert.equal(existsSync(dirname(module.output)), false);
    });
  }
});
