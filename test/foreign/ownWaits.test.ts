/** The text of `go tool trace -d=parsed` as a profile: waits of goroutines on their own stacks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OwnWaits } from '../../src/foreign/ownWaits.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { foldedLines } from './recordings.ts';

function changes(
  time: number,
  of: number,
  change: string,
  reason: string,
  ...places: readonly string[]
): string {
  const frames = places.map((name) => `\t${name} @ 0x4\n\t\t${name}.go:1\n`);
  const head = `M=1 P=0 G=7 StateTransition Time=${time} GoID=${of} ${change} Reason="${reason}"\n`;
  return `${head}TransitionStack=\n${frames.join('')}\n`;
}

function delays(profile: Profile, kind: string): string[] {
  const index = profile.sampleTypes.findIndex(({ type }) => type === `${kind}_delay`);
  return foldedLines(profile, index).filter((line) => !line.endsWith(' 0'));
}

test('sleep, waiting for the collector and for a processor stand where a goroutine has stopped, not at who woke it', () => {
  const waits = new OwnWaits();
  const wakes = 'M=1 P=0 G=9 StateTransition';
  const parts = [
    changes(10, 5, 'NotExist->Runnable', '', 'm.run'),
    changes(20, 5, 'Runnable->Running', ''),
    changes(100, 5, 'Running->Waiting', 'sleep', 'time.Sleep', 'm.run'),
    `${wakes} Time=150 GoID=5 Waiting->Runnable Reason=""\nStack=\n\tm.waker @ 0x4\n\t\tw.go:1\n\n`,
    changes(157, 5, 'Runnable->Running', ''),
    changes(200, 5, 'Running->Waiting', 'GC mark assist wait for work', 'm.allocate', 'm.run'),
    changes(230, 5, 'Waiting->Running', ''),
    // The tool has what this waits for, but not on which stack it then was ready.
    changes(300, 5, 'Running->Waiting', 'network', 'm.read', 'm.run'),
    changes(400, 5, 'Waiting->Runnable', ''),
    changes(403, 5, 'Runnable->Running', ''),
    changes(500, 5, 'Running->Runnable', 'preempted', 'm.loop', 'm.run'),
    changes(511, 5, 'Runnable->Running', ''),
    // Nobody waits for these.
    changes(10, 6, 'NotExist->Runnable', '', 'runtime.bgsweep'),
    changes(20, 6, 'Runnable->Running', ''),
    changes(30, 6, 'Running->Waiting', 'sleep', 'runtime.bgsweep'),
    changes(900, 6, 'Waiting->Runnable', ''),
  ];
  for (const part of parts) waits.add(part);
  const profile = waits.finish();
  assert.deepEqual(delays(profile, 'sleep'), ['m.run;time.Sleep 50']);
  assert.deepEqual(delays(profile, 'collector'), ['m.run;m.allocate 30']);
  assert.deepEqual(delays(profile, 'ready').sort(), [
    'm.run;m.loop 11',
    'm.run;m.read 3',
    'm.run;time.Sleep 7',
  ]);
});
