// How large perf's buffers may be. Linux allows users without rights only little, so a script stands before the real perf and
// refuses sizes as perf does.
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findRecorder, recordingCommand } from '../../../src/go/counters/recordEvent.ts';
import { testFolder } from '../../testFolder.ts';
import { whyNoRecording } from './realPerf.ts';

const folder = testFolder();

/** @param refused a pattern of the shell */
function perfWithout(name: string, refused: string): string {
  const file = join(folder, name);
  const script = `#!/bin/bash
args=()
for arg in "$@"; do
  case $before$arg in
    -m${refused}) echo 'Permission error mapping pages.' >&2; exit 255;;
    # As much as everybody may have.
    -m*) arg=64;;
  esac
  before=$arg
  args+=("$arg")
done
exec perf "\${args[@]}"
`;
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return file;
}

/** What perf is told of the size. */
async function room(perf: string): Promise<readonly string[]> {
  const found = await findRecorder('page-faults', {
    perf,
    file: join(folder, 'data'),
    directory: folder,
    env: process.env,
    signal: new AbortController().signal,
  });
  assert.ok(found.ok, JSON.stringify(found));
  const how = { file: 'data', period: 1, ways: ['bytes'] } as const;
  const { args } = recordingCommand(perf, found.value, how);
  const at = args.indexOf('-m');
  return at < 0 ? [] : args.slice(at, at + 2);
}

const skip =
  process.arch === 'x64' && cpus().length <= 32
    ? whyNoRecording()
    : 'stacks are recorded on amd64 only, and with many processors no buffer is large';

describe('the buffers of a recording', { skip }, () => {
  test('are as large as Linux allows', async () => {
    const sizes = [await room(perfWithout('all', 'none')), await room(perfWithout('small', '[24]M'))];
    assert.equal(sizes[0]?.[0], '-m');
    assert.deepEqual(sizes[1], ['-m', '1M']);
  });

  test('are the usual ones where it allows no more', async () => {
    assert.deepEqual(await room(perfWithout('usual', '*')), []);
  });
});
