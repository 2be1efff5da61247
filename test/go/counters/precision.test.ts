// How precisely an event is recorded, and with which buffers. Most machines that run the tests have no events of a processor, and
// allow large buffers, so a script stands before the real perf: it takes Linux's clock for `instructions`, and refuses levels of
// precision as a processor would, and sizes as Linux does to users without rights.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findRecorder, recordingCommand } from '../../../src/go/counters/recordEvent.ts';
import { testFolder } from '../../testFolder.ts';
import { succeeded } from '../../why.ts';
import { goModule, openedProfile } from '../goModule.ts';
import { done } from '../outcome.ts';
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

/** The folder of a perf that changes or refuses arguments. @param refused a pattern of the shell for `before argument` */
function perfWithout(refused: string): string {
  const script = `#!/bin/bash
args=()
for arg in "$@"; do
  case "$before $arg" in
    ${refused}) echo "The $arg is refused." >&2; exit 255;;
    # As much as everybody may have.
    '-m '*) arg=64;;
    '-c '*) arg=1000000;;
    *' instructions/'*) arg=cpu-clock/\${arg#instructions/}; arg=\${arg%%/u*}/u;;
    *' instructions:u,task-clock') arg=page-faults:u,task-clock;;
  esac
  before=$arg
  args+=("$arg")
done
PATH='${process.env.PATH}' perf "\${args[@]}"
status=$?
[ "$1" = stat ] && sed -i 's/page-faults:u/instructions:u/' "$4"
exit $status
`;
  const folder = testFolder();
  writeFileSync(join(folder, 'perf'), script, { mode: 0o755 });
  return folder;
}

async function recorded(perf: string) {
  const env = { ...process.env, PATH: `${perf}:${process.env.PATH}` };
  const [result] = await done(module, ['BenchmarkX'], {
    benchtime: '1000x',
    counters: ['instructions'],
    env,
  });
  assert.ok(result !== undefined);
  const stored = result.profiles.find(({ kind }) => kind === 'event:instructions');
  assert.ok(stored !== undefined, JSON.stringify(result.problems));
  const read = await openedProfile(stored.path);
  return { comments: read.comments, notes: (result.notes ?? []).map(({ code }) => code) };
}

describe('the highest precision that the processor has', { skip: whyNoRecording() }, () => {
  test('is taken and named', async () => {
    const { comments, notes } = await recorded(perfWithout('*/uppp|*/upp'));
    assert.match(comments.join(), /^perf record -c \d+ -e instructions:up$/);
    assert.ok(!notes.includes('counters-skid'));
  });

  test('where there is none, a note says that samples may be late', async () => {
    const { comments, notes } = await recorded(perfWithout('*/up*'));
    assert.match(comments.join(), /^perf record -c \d+ -e instructions:u$/);
    assert.ok(notes.includes('counters-skid'));
  });
});

/** What perf is told of the size. */
async function room(refused: string): Promise<readonly string[]> {
  const folder = perfWithout(refused);
  const perf = join(folder, 'perf');
  const trial = { file: join(folder, 'data'), directory: folder, env: process.env };
  const found = succeeded(await findRecorder('page-faults', perf, trial));
  const { args } = recordingCommand(perf, found, { file: 'data', period: 1, ways: ['bytes'] });
  const at = args.indexOf('-m');
  return at < 0 ? [] : args.slice(at, at + 2);
}

const skip =
  process.arch === 'x64' && cpus().length <= 32
    ? whyNoRecording()
    : 'stacks are recorded on amd64 only, and with many processors no buffer is large';

test('the buffers of a recording are as large as Linux allows, or the usual ones', { skip }, async () => {
  assert.equal((await room('none'))[0], '-m');
  assert.deepEqual(await room("'-m '[24]M"), ['-m', '1M']);
  assert.deepEqual(await room("'-m '*"), []);
});
