/** Reports that are asked for as `go tool pprof` is asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedReport } from '../../../src/cli/reports/askedReport.ts';

test('the flag is the report, wherever it stands, with its pattern', () => {
  const rows: [asked: string, rest: string | undefined][] = [
    ['-top cpu.pprof', 'top cpu.pprof'],
    ['-cum -top cpu.pprof', 'top -cum cpu.pprof'],
    ['--list=a.b -cum cpu.pprof', 'list a.b -cum cpu.pprof'],
    ['-peek a.b cpu.pprof', 'peek a.b cpu.pprof'],
    ['-no_trim -tree cpu.pprof', 'tree -no_trim cpu.pprof'],
    // A granularity, and a profile with the name of a flag.
    ['-lines cpu.pprof', undefined],
    ['-cum -- -top', undefined],
  ];
  for (const [asked, answer] of rows) {
    const found = askedReport(asked.split(' '));
    assert.equal(found && [found.name, ...found.rest].join(' '), answer, asked);
  }
});
