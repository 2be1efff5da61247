/** Work of a known size that is planted into the timed loops of benchmarks. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listAt, madeOnce } from '../../src/base/maps.ts';
import { goModule } from '../go/goModule.ts';
import { done } from '../go/outcome.ts';
import { scanner } from '../go/scan/goScanner.ts';

/** So many statements stand in a loop without a function around them. */
const mostInLine = 64;
const inLine = Array.from({ length: mostInLine }, (_, i) => `planted${i}`);

/** By name, the statement that does so much work. */
const shapes: Readonly<Record<string, (rounds: number) => string>> = {
  inline: (rounds) =>
    inLine
      .slice(0, rounds)
      .map((name) => `${name}++`)
      .join('; '),
  arithmetic: (rounds) => `plantedArithmetic(${rounds})`,
  table: (rounds) => `plantedTable(${rounds})`,
  calls: (rounds) => `plantedCalls(${rounds})`,
  library: (rounds) => `plantedLibrary(${rounds})`,
};

export const shapeNames = Object.keys(shapes);

const declarations = `import plantedStrconv "strconv"

var ${inLine.join(', ')} int

var plantedSum uint64

//go:noinline
func plantedArithmetic(rounds int) {
	x := plantedSum
	for i := 0; i < rounds; i++ {
		x = x*6364136223846793005 + 1442695040888963407
	}
	plantedSum = x
}

var plantedBytes [256]byte

//go:noinline
func plantedTable(rounds int) {
	x := byte(0)
	for i := 0; i < rounds; i++ {
		x += plantedBytes[i&255]
	}
	plantedBytes[0] = x
}

//go:noinline
func plantedStep(x uint64) uint64 { return x ^ x>>7 }

//go:noinline
func plantedCalls(rounds int) {
	x := plantedSum
	for i := 0; i < rounds; i++ {
		x = plantedStep(x)
	}
	plantedSum = x
}

var plantedText = make([]byte, 0, 32)

//go:noinline
func plantedLibrary(rounds int) {
	for i := 0; i < rounds; i++ {
		plantedText = plantedStrconv.AppendInt(plantedText[:0], 1234567, 10)
	}
}
`;

/** The instructions of a shape: those of its call, and those of a round. */
export interface ShapeCost {
  readonly fixed: number;
  readonly perRound: number;
}

/**
 * Counts each shape by itself, twice with another number of rounds, and an empty loop. What stands in the loop itself is known: an
 * instruction for each variable.
 */
export async function shapeCosts(): Promise<Readonly<Record<string, ShapeCost>>> {
  const [few, many] = [20, 60];
  const called = shapeNames.filter((name) => name !== 'inline');
  const benchmarks = [
    ['Empty', ''],
    ...called.flatMap((name) => [few, many].map((n) => [name + n, shapes[name]!(n)])),
  ].map(
    ([name, body]) =>
      `func Benchmark_${name}(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t\t${body}\n\t}\n}\n`,
  );
  const module = goModule({
    'planted_test.go': `package m\n\n${declarations}`,
    'm_test.go': `package m\n\nimport "testing"\n\n${benchmarks.join('\n')}`,
  });
  const results = await done(module, ['/.'], { benchtime: '100000x', instructions: true });
  const countOf = (name: string): number => {
    const counted = results.find((result) => result.name === `Benchmark_${name}`)?.instructions;
    assert.ok(counted !== undefined && 'perOp' in counted, `${name} is counted`);
    return counted.perOp - (name === 'Empty' ? 0 : countOf('Empty'));
  };
  const costs = called.map((name): [string, ShapeCost] => {
    const perRound = (countOf(`${name}${many}`) - countOf(`${name}${few}`)) / (many - few);
    return [name, { fixed: countOf(`${name}${few}`) - few * perRound, perRound }];
  });
  return { ...Object.fromEntries(costs), inline: { fixed: 0, perRound: 1 } };
}

/** The compiler fills up to the next jump with an instruction or two: fewer planted ones could not be told from these. */
const fewest = 5;

/** A statement whose instructions are a share of others. */
export interface Planted {
  readonly shape: string;
  readonly statement: string;
  readonly instructions: number;
}

/** The first of the shapes, from one on, that has nearly so many instructions; `null` if none has. */
export function plantedWork(
  costs: Readonly<Record<string, ShapeCost>>,
  instructions: number,
  first: number,
): Planted | null {
  for (let i = 0; i < shapeNames.length && instructions >= fewest; i++) {
    const shape = shapeNames[(first + i) % shapeNames.length]!;
    const { fixed, perRound } = costs[shape]!;
    const rounds = Math.max(1, Math.round((instructions - fixed) / perRound));
    const planted = fixed + rounds * perRound;
    if (shape === 'inline' && rounds > mostInLine) continue;
    if (Math.abs(planted / instructions - 1) > 0.1) continue;
    return { shape, statement: shapes[shape]!(rounds), instructions: planted };
  }
  return null;
}

/** A loop whose rounds are operations: loops around it or in it have others. */
const ofOperations =
  /^(\s*for\b.*(?:\b\w+\.N; \w+\+\+|\brange \w+\.N|\b\w+\.Loop\(\)|\bpb\.Next\(\)) \{)(\s*(?:\/\/.*)?)$/;
const declared = /^func (?:\([^)]*\) )?(\w+)/;

interface LoopHead {
  readonly file: string;
  /** From 0 on. */
  readonly line: number;
}

/** The timed loops of a package's benchmarks. */
export interface TimedLoops {
  /** By function. */
  readonly heads: ReadonlyMap<string, readonly LoopHead[]>;
  /** The function itself and all functions of the tests that its name leads to. */
  reachedFrom(name: string): ReadonlySet<string>;
}

function testFiles(directory: string): string[] {
  return readdirSync(directory).filter((each) => each.endsWith('_test.go'));
}

export function timedLoops(directory: string): TimedLoops {
  const heads = new Map<string, LoopHead[]>();
  const names = new Map<string, Set<string>>();
  for (const file of testFiles(directory)) {
    const text = readFileSync(join(directory, file), 'utf8');
    const timed = new Set(scanner.timedCode(text).loops.map(([first]) => first));
    let name = '';
    for (const [line, code] of text.split('\n').entries()) {
      name = declared.exec(code)?.[1] ?? name;
      const named = madeOnce(names, name, () => new Set<string>());
      for (const [word] of code.replace(/\/\/.*/, '').matchAll(/\w+/g)) named.add(word);
      if (timed.has(line + 1) && ofOperations.test(code)) listAt(heads, name).push({ file, line });
    }
  }
  return {
    heads,
    reachedFrom(first) {
      const reached = new Set([first]);
      for (const name of reached)
        for (const word of names.get(name) ?? []) if (names.has(word)) reached.add(word);
      return reached;
    },
  };
}

/**
 * Writes the test files of a package anew, with a statement at the beginning of timed loops.
 *
 * @param statements by the function that has the loops
 */
export function plant(
  from: string,
  to: string,
  { heads }: TimedLoops,
  statements: ReadonlyMap<string, string>,
): void {
  const packages = new Set<string>();
  for (const file of testFiles(from)) {
    const lines = readFileSync(join(from, file), 'utf8').split('\n');
    for (const [name, statement] of statements) {
      for (const head of heads.get(name) ?? []) {
        if (head.file !== file) continue;
        lines[head.line] = lines[head.line]!.replace(
          ofOperations,
          (_, loop, end) => `${loop} ${statement};${end}`,
        );
        packages.add(/^package (\w+)/m.exec(lines.join('\n'))?.[1] ?? '');
      }
    }
    writeFileSync(join(to, file), lines.join('\n'));
  }
  for (const file of testFiles(to)) if (file.startsWith('planted_')) rmSync(join(to, file));
  for (const name of packages)
    writeFileSync(join(to, `planted_${name}_test.go`), `package ${name}\n\n${declarations}`);
}
