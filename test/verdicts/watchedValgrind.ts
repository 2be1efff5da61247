/** What counting takes, and what whole processes have executed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { largest, smallest } from '../../src/base/lists.ts';
import { exactPattern } from '../../src/go/time/passArguments.ts';
import { findProgram } from '../../src/go/toolchain/programs.ts';
import { testFolder } from '../testFolder.ts';

interface WatchedCount {
  /** The instructions per operation, by the processes with fewest and most operations. */
  readonly whole: number;
  /** The seconds of all processes, and what they have had of the processor. */
  readonly counting: number;
  readonly processor: number;
}

/** Stands before the real valgrind, and notes what each process has executed in all, by callgrind's own sum, and when. */
export class WatchedValgrind {
  readonly #log = join(testFolder({ log: '' }), 'log');
  readonly env: NodeJS.ProcessEnv;

  constructor() {
    const script = `#!/bin/sh
from=$(date +%s.%N)
${findProgram('valgrind', process.env)} "$@"
code=$?
times > '${this.#log}.'$$
for each; do case $each in
  --callgrind-out-file=*) file=\${each#*=} ;;
  -test.bench=*) name=\${each#*=} ;;
  -test.benchtime=*) operations=\${each#*=} ;;
esac; done
[ -n "$file" ] && echo "$name $operations totals: $(awk '/^totals:/ { all += $2 } END { printf "%.0f", all }' "$file") $from $(date +%s.%N) $(tail -n 1 '${this.#log}.'$$)" >> '${this.#log}'
exit $code
`;
    const folder = testFolder();
    writeFileSync(join(folder, 'valgrind'), script, { mode: 0o755 });
    this.env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  }

  of(name: string): WatchedCount {
    const processes = readFileSync(this.#log, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${exactPattern(name)} `))
      .map(
        (line) => /(\d+)x totals: (\d+) (\S+) (\S+) (\d+)m([\d.]+)s/.exec(line)?.slice(1).map(Number) ?? [],
      )
      .map(([operations = 0, instructions = 0, from = 0, to = 0, minutes = 0, seconds = 0]) => {
        return { operations, instructions, from, to, processor: 60 * minutes + seconds };
      })
      .sort((a, b) => a.operations - b.operations);
    const [few, many] = [processes[0], processes.at(-1)];
    if (few === undefined || many === undefined) return { whole: 0, counting: 0, processor: 0 };
    const end = largest(processes.map(({ to }) => to));
    return {
      whole: (many.instructions - few.instructions) / (many.operations - few.operations),
      counting: end - smallest(processes.map(({ from }) => from)),
      processor: processes.reduce((sum, each) => sum + each.processor, 0),
    };
  }
}
