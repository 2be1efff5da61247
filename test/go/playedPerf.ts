/**
 * Plays Linux `perf` on its command line, because most machines that run the tests show no counters of their processor: a shell
 * script in the place of the program, nothing else is replaced.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the program into a new folder, and returns the folder.
 *
 * @param lines run what is behind `--` (`"$@"`) and write to `$file` what they count of `$events`; `$n` is the number of operations of
 *   a benchmark
 */
export function playedPerf(folder: string, lines: string, shell = '/bin/sh'): string {
  mkdirSync(folder);
  const script = `#!${shell}
[ "$1" = --version ] && exit 0
file=$4
events=$6
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

/**
 * The slots of a processor of Intel's, Ice Lake or newer, of which a process takes 300 and an operation 1000; anything else that is asked
 * for goes to the other lines.
 */
export function slotLines(others: string, percent = '100.00'): string {
  return `case $events in
'{slots,'*)
"$@" || exit $?
{ echo "# started"; echo
echo "$((1000 * n + 300)),,slots:u,1,${percent},,"
echo "$((190 * n + 100)),,topdown-retiring:u,1,${percent},,"
echo "$((41 * n + 50)),,topdown-bad-spec:u,1,${percent},,"
echo "$((60 * n + 50)),,topdown-fe-bound:u,1,${percent},,"
echo "$((715 * n + 100)),,topdown-be-bound:u,1,${percent},,"; } > "$file" ;;
'{'*) echo "event syntax error: '$events'" >&2; exit 129 ;;
*)
${others} ;;
esac`;
}
