// What the machine sees of the memory of tests, in every Go that is in use, beside what leaks are found by.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { LeakRequest } from '../../../src/go/leaks/leakChecker.ts';
import { testPackage } from '../../../src/go/tests/testPackage.ts';
import { testFolder } from '../../testFolder.ts';
import { succeeded } from '../../why.ts';
import { type GoVersion, goOfVersion } from '../everyGo.ts';
import { goModule, installedGo } from '../goModule.ts';
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

async function tested(go: GoVersion, name: string, run: string, leaks?: LeakRequest) {
  let printed = '';
  const outcome = await testPackage({
    ...go,
    ...{ tags: '', flags: [], kinds: ['mem'], count: 1, timeout: '1m', memProfileRate: 65536 },
    ...{ run, leaks },
    packageDirectory: module.directory,
    importPath: 'example.com/m',
    outputDirectory: join(module.output, `${name}-${run}-${leaks === undefined}`),
    keepsBinary: false,
    signal: new AbortController().signal,
    output: (text) => {
      printed += text;
    },
  });
  return { ...succeeded(outcome), printed };
}

for (const version of goVersions) {
  test(`Go ${version} says it when the tests have ended`, async (t) => {
    const go = await goOfVersion(version);
    if (typeof go === 'string') return t.skip(go);
    const held = await tested(go, version, 'Holds|Again');
    assert.equal(held.outcome, 'pass', held.printed);
    assertHeld(held.memory);
    assert.match(held.printed, /later/);
    const failed = await tested(go, version, 'Fails');
    assert.equal(failed.outcome, 'fail', failed.printed);
    assert.ok(failed.memory !== undefined && failed.memory.heapGoal < 50 * 2 ** 20);
    const exited = await tested(go, version, 'Exits');
    assert.equal(exited.memory, undefined, 'the tests have not ended');
    const leaking = await tested(go, version, 'Holds', { ignore: '' });
    assert.deepEqual([leaking.memory, leaking.leaks?.goroutines.length], [undefined, 1], leaking.printed);
  });
}

test('a Go whose package testing is not as we know it runs the tests all the same', async () => {
  const toolchain = await installedGo();
  const goroot = testFolder();
  /** Links what is in a folder of Go, but for one entry. */
  const linkAll = (folder: string, but: string) => {
    mkdirSync(join(goroot, folder), { recursive: true });
    for (const name of readdirSync(join(toolchain.goroot, folder)).filter((each) => each !== but))
      symlinkSync(join(toolchain.goroot, folder, name), join(goroot, folder, name));
  };
  linkAll('.', 'src');
  linkAll('src', 'testing');
  linkAll('src/testing', 'testing.go');
  const known = readFileSync(join(toolchain.goroot, 'src/testing/testing.go'), 'utf8');
  const other = known.replace('\tm.writeProfiles()\n', '\tm.writeProfiles() // otherwise\n');
  writeFileSync(join(goroot, 'src/testing/testing.go'), other);
  const go = { toolchain: { ...toolchain, goroot }, env: { ...process.env, GOROOT: goroot } };
  const held = await tested(go, 'other', 'Holds|Again');
  assert.deepEqual([held.outcome, held.memory, held.problems], ['pass', undefined, []], held.printed);
});
