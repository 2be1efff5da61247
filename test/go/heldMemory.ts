/** Go code whose memory is known: `holds` collects seven times, and holds 50 MB and a stack of eight until the process ends. */
import assert from 'node:assert/strict';

/** It takes runtime, with this name. */
export const holds = `var held []byte

var summed int

func deep(n int, reached chan bool) {
	var frame [1024]byte
	frame[n%1024] = byte(n)
	if n == 0 {
		reached <- true
		select {}
	}
	deep(n-1, reached)
	summed += int(frame[n%1024])
}

func holds() {
	held = make([]byte, 50<<20)
	for i := 0; i < len(held); i += 512 {
		held[i] = 1
	}
	reached := make(chan bool)
	go deep(8<<10, reached)
	<-reached
	for range 7 {
		runtime.GC()
	}
}
`;

export interface HeldMemory {
  readonly collections: number;
  readonly pauses: number;
  readonly heapGoal: number;
  readonly stacks: number;
  readonly peak: number;
}

/** Whether it is that of a process that has called it. */
export function assertHeld(memory: HeldMemory | null | undefined): void {
  const text = JSON.stringify(memory);
  assert.ok(memory != null, text);
  const { collections, pauses, heapGoal, stacks, peak } = memory;
  assert.ok(collections >= 7 && collections < 1000, text);
  assert.ok(pauses > collections && pauses < collections * 1e9, text);
  assert.ok(heapGoal > 50 * 2 ** 20 && stacks > 8 * 2 ** 20, text);
  if (process.platform !== 'win32') assert.ok(peak > 58 * 2 ** 20 && peak < 2 ** 30, text);
}
