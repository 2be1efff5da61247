/** A Go module whose versions are known to cost the same, or to differ by a known share. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../fuzz/random.ts';
import { type GoModule, goModule } from '../go/goModule.ts';

/** How a version differs from the first one. */
export interface Variant {
  /** Other functions that the program keeps but never runs: 0 for none. They move all code that follows. */
  readonly deadCode: number;
  /** A test calls them in place of an init. */
  readonly isInTest?: boolean;
  /** How many rounds of the same work an operation does; 100 in the first version. */
  readonly rounds: number;
}

export const unchanged: Variant = { deadCode: 0, rounds: 100 };

export const benchmarkNames = ['BenchmarkWords', 'BenchmarkSort', 'BenchmarkBuild', 'BenchmarkHash'] as const;

const work = (rounds: number) => `package m

import (
	"sort"
	"strconv"
	"strings"
)

const rounds = ${rounds}

var text = strings.Fields(strings.Repeat("to be or not to be that is the question ", 3))

func words() int {
	n := 0
	for range rounds {
		counts := make(map[string]int)
		for _, word := range text {
			counts[word]++
		}
		n += len(counts)
	}
	return n
}

func sorted() int {
	n := 0
	numbers := make([]int, 40)
	for range rounds {
		for i := range numbers {
			numbers[i] = (i * 7919) % 127
		}
		sort.Ints(numbers)
		n += numbers[3]
	}
	return n
}

func build() int {
	n := 0
	for i := range rounds {
		var b strings.Builder
		for j := range 12 {
			b.WriteString(strconv.Itoa(i * j))
			b.WriteByte(',')
		}
		n += b.Len()
	}
	return n
}

func hash() int {
	h := uint32(2166136261)
	for range rounds {
		for i := range 64 {
			h = (h ^ uint32(i)) * 16777619
		}
	}
	return int(h)
}
`;

const benchmarks = `package m

import "testing"

var sink int

${['Words', 'Sort', 'Build', 'Hash']
  .map((name) => {
    const call = { Words: 'words', Sort: 'sorted', Build: 'build', Hash: 'hash' }[name];
    return `func Benchmark${name}(b *testing.B) {
	for range b.N {
		sink += ${call}()
	}
}
`;
  })
  .join('\n')}`;

/** Go puts the functions of a package's first file first, so these move the others. */
function deadCode(variant: number, isInTest: boolean): string {
  if (variant === 0) return 'package m\n';
  const random = new Random(variant);
  const functions = Array.from({ length: 1 + random.below(5) }, (_, f) => {
    const lines = Array.from({ length: 1 + random.below(12) }, () => {
      return `\tx = x*${3 + random.below(1000)} ^ (x >> ${1 + random.below(9)})`;
    });
    return `//go:noinline\nfunc dead${f}(x int) int {\n${lines.join('\n')}\n\treturn x\n}\n`;
  });
  const calls = functions.map((_, f) => `\t\tprintln(dead${f}(len(os.Args)))`).join('\n');
  return `package m

import "os"

${isInTest ? '// For a test.\nfunc dead()' : 'func init()'} {
	if len(os.Args) > 1000 {
${calls}
	}
}

${functions.join('\n')}`;
}

/** The module, in its first version. */
export function variantModule(): GoModule {
  return goModule(filesOf(unchanged));
}

export function writeVariant(module: GoModule, variant: Variant): void {
  for (const [name, text] of Object.entries(filesOf(variant)))
    writeFileSync(join(module.directory, name), text);
}

/** The texts of its files, by name. */
export function filesOf({
  deadCode: dead,
  rounds,
  isInTest = false,
}: Variant): Readonly<Record<string, string>> {
  const testOfDead = `package m\n\nimport "testing"\n\nfunc TestDead(t *testing.T) { dead() }\n`;
  return {
    'a_dead.go': deadCode(dead, isInTest),
    'dead_test.go': isInTest && dead !== 0 ? testOfDead : 'package m\n',
    'work.go': work(rounds),
    'work_test.go': benchmarks,
  };
}
