/**
 * Plays Linux `perf` on its command line, because most machines that run the tests show no counters of their processor: a shell
 * script in the place of the program, nothing else is replaced.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the program into a new folder, and returns the folder.
 *
 * @param lines run what is behind `--` (`"$@"`) and write to `$file`; `$n` is the number of operations of a benchmark
 */
export function playedPerf(folder: string, lines: string, shell = '/bin/sh'): string {
  mkdirSync(folder);
  const script = `#!${shell}
[ "$1" = --version ] && exit 0
file=$4
n=0
for arg in "$@"; do case $arg in -test.benchtime=*x) n=\${arg#*=}; n=\${n%x};; esac; done
while [ "$1" != -- ]; do shift; done
shift
${lines}
`;
  writeFileSync(join(folder, 'perf'), script);
  chmodSync(join(folder, 'perf'), 0o755);
  return folder;
}

/** 5,000,000 instructions for a process and so many for each operation, cache misses read half of the time. */
export function countingLines(instructions: string): string {
  return `"$@" || exit $?
{ echo "# started"; echo
echo "$((5000000 + ${instructions} * n)),,instructions:u,1,100.00,,"
echo "$((900 + n / 4)),,cache-misses:u,1,50.00,,"
echo "<not supported>,,branch-misses:u,0,100.00,,"
echo "0.5,msec,task-clock,1,100.00,,"; } > "$file"`;
}
