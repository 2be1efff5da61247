/** The real `perf`, for events that Linux counts on any machine. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { testFolder } from '../../testFolder.ts';

/** The reason to skip what records page faults; false if that works here. A container may forbid it. */
export function whyNoRecording(): string | false {
  if (process.platform !== 'linux') return 'perf is a program of Linux';
  const folder = testFolder();
  const args = ['record', '-q', '-o', join(folder, 'data'), '-e', 'page-faults', '-c', '1', '--', 'true'];
  const { error, status, stderr } = spawnSync('perf', args, { encoding: 'utf8' });
  if (error !== undefined) return 'perf is not installed';
  return status === 0 ? false : `perf may not record here: ${stderr.trim().split('\n')[0]}`;
}

/**
 * A benchmark whose operation touches 13 fresh pages: 12 on one line, one in a function that has no frame of its own. It takes
 * its time, because a machine that cannot keep up with recording has few samples.
 */
export const faults = `package m

import (
	"syscall"
	"testing"
	"time"
)

const page = 4096

//go:noinline
func fill(fresh []byte) {
	for i := 0; i < len(fresh); i += page {
		fresh[i] = 1 // 12 faults
	}
}

//go:noinline
func write(to *byte) {
	*to = 1 // 1 fault
}

func BenchmarkFaults(b *testing.B) {
	for b.Loop() {
		fresh, err := syscall.Mmap(-1, 0, 16*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			b.Fatal(err)
		}
		fill(fresh[:12*page]) // calls fill
		write(&fresh[13*page]) // calls write
		if err := syscall.Munmap(fresh); err != nil {
			b.Fatal(err)
		}
		for start := time.Now(); time.Since(start) < 100*time.Microsecond; {
		}
	}
}
`;

/** A page fault below more frames than Linux records, and one where the stack is larger than what we record of it. */
export const deepFaults = `package m

import (
	"syscall"
	"testing"
)

//go:noinline
func touch(fresh []byte) {
	fresh[0] = 1 // deep fault
}

//go:noinline
func recurse(depth int, fresh []byte) int {
	if depth == 0 {
		touch(fresh)
		return 0
	}
	return recurse(depth-1, fresh) + 1
}

//go:noinline
func large(fresh []byte) byte {
	var room [32 << 10]byte
	fresh[0] = 2 // fault in a large frame
	return room[int(fresh[0])]
}

func BenchmarkDeep(b *testing.B) {
	for b.Loop() {
		fresh, err := syscall.Mmap(-1, 0, 2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			b.Fatal(err)
		}
		recurse(200, fresh[:page])
		large(fresh[page:]) // calls large
		if err := syscall.Munmap(fresh); err != nil {
			b.Fatal(err)
		}
	}
}
`;

export function go(directory: string, ...args: readonly string[]): string {
  return execFileSync('go', args, { cwd: directory, encoding: 'utf8' });
}
