// How precisely an event of the processor is recorded. Most machines that run the tests have no such events, so a script stands
// before the real perf: it takes Linux's clock for `instructions`, and refuses levels of precision as a processor would.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readProfileFile } from '../../../src/go/profiles/profileFile.ts';
import { testFolder } from '../../testFolder.ts';
import { goModule, profile } from '../goModule.ts';
import { whyNoRecording } from './realPerf.ts';

const source = `package m

import "testing"

var sink int

func BenchmarkX(b *testing.B) {
	for b.Loop() {
		for i := range 100_000 {
			sink += i
		}
	}
}
`;
const module = goModule({ 'm_test.go': source });
const folder = testFolder();

/** @param refused a pattern of the shell for what the processor cannot do. Returns the folder of a perf. */
function processorWithout(name: string, refused: string): string {
  const file = join(folder, name, 'perf');
  mkdirSync(join(folder, name));
  const script = `#!/bin/bash
args=()
for arg in "$@"; do
  case $arg in
    ${refused}) echo "The $arg event is not supported." >&2; exit 255;;
    instructions/*) arg=cpu-clock/\${arg#instructions/}; arg=\${arg%%/u*}/u;;
    instructions:u,task-clock) arg=page-faults:u,task-clock;;
  esac
  [ "$before" = -c ] && arg=1000000
  before=$arg
  args+=("$arg")
done
PATH='${process.env.PATH}' perf "\${args[@]}"
status=$?
[ "$1" = stat ] && sed -i 's/page-faults:u/instructions:u/' "$4"
exit $status
`;
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return join(folder, name);
}

async function recorded(perf: string) {
  const env = { ...process.env, PATH: `${perf}:${process.env.PATH}` };
  const request = { kinds: [], count: 1, benchtime: '1000x', counters: ['instructions'], env };
  const outcome = await profile(module, ['BenchmarkX'], request);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  const [result] = outcome.value;
  assert.ok(result !== undefined);
  const stored = result.profiles.find(({ kind }) => kind === 'event:instructions');
  assert.ok(stored !== undefined, JSON.stringify(result.problems));
  const read = await readProfileFile(stored.path);
  assert.ok(read.ok && read.value !== null);
  return { comments: read.value.comments, notes: (result.notes ?? []).map(({ code }) => code) };
}

describe('the highest precision that the processor has', { skip: whyNoRecording() }, () => {
  test('is taken and named', async () => {
    const { comments, notes } = await recorded(processorWithout('one', '*/uppp|*/upp'));
    assert.match(comments.join(), /^perf record -c \d+ -e instructions:up$/);
    assert.ok(!notes.includes('counters-skid'));
  });

  test('where there is none, a note says that samples may be late', async () => {
    const { comments, notes } = await recorded(processorWithout('none', '*/up*'));
    assert.match(comments.join(), /^perf record -c \d+ -e instructions:u$/);
    assert.ok(notes.includes('counters-skid'));
  });
});
