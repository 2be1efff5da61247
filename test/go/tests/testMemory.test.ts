// What the machine sees of the memory of tests, in every Go that is in use, beside what leaks are found by.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testPackage } from '../../../src/go/tests/testPackage.ts';
import { succeeded } from '../../why.ts';
import { goOfVersion } from '../everyGo.ts';
import { goModule } from '../goModule.ts';
import { goVersions } from '../goVersions.ts';
import { assertHeld, holds } from '../heldMemory.ts';

const source = `package m

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

${holds}
func TestHolds(t *testing.T) { holds() }

func TestAgain(t *testing.T) {
	for _, each := range os.Environ() {
		if strings.HasPrefix(each, "PPROF_LENS_") && !strings.HasPrefix(each, "PPROF_LENS_TURNS") {
			t.Error("the environment has " + each)
		}
	}
	out, err := exec.Command(os.Args[0], "-test.run=^TestLater$", "-test.v").CombinedOutput()
	if err != nil {
		t.Fatal(err, string(out))
	}
	t.Log(string(out))
}

func TestLater(t *testing.T) { t.Log("later") }

func TestFails(t *testing.T) { t.Error("wrong") }

func TestExits(t *testing.T) { os.Exit(3) }
`;

const module = goModule({ 'm_test.go': source });

for (const version of goVersions) {
  test(`Go ${version} says it when the tests have ended`, async (t) => {
    const go = await goOfVersion(version);
    if (typeof go === 'string') return t.skip(go);
    const tested = async (run: string, leaks?: { ignore: string }) => {
      let printed = '';
      const outcome = await testPackage({
        ...go,
        ...{ tags: '', flags: [], kinds: ['mem'], count: 1, timeout: '1m', memProfileRate: 65536 },
        ...{ run, leaks },
        packageDirectory: module.directory,
        importPath: 'example.com/m',
        outputDirectory: join(module.output, `${version}-${run}-${leaks === undefined}`),
        keepsBinary: false,
        signal: new AbortController().signal,
        output: (text) => {
          printed += text;
        },
      });
      return { ...succeeded(outcome), printed };
    };
    const held = await tested('Holds|Again');
    assert.equal(held.outcome, 'pass', held.printed);
    assertHeld(held.memory);
    assert.match(held.printed, /later/);
    const failed = await tested('Fails');
    assert.equal(failed.outcome, 'fail', failed.printed);
    assert.ok(failed.memory !== undefined && failed.memory.heapGoal < 50 * 2 ** 20);
    assert.equal((await tested('Exits')).memory, undefined, 'the tests have not ended');
    const leaking = await tested('Holds', { ignore: '' });
    assert.deepEqual([leaking.memory, leaking.leaks?.goroutines.length], [undefined, 1], leaking.printed);
  });
}
