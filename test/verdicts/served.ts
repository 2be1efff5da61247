/**
 * `serve --against` on a server whose requests do a known share more work, and on one that does the same work in other code: how often
 * the CPU per request is called changed, and whether anything is called where nothing has changed.
 */
import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { list, number, object, parsedJson, text } from '../../src/base/outsideValues.ts';
import { Random } from '../fuzz/random.ts';
import { gitEnvironment, goRepository } from '../go/git/repository.ts';

/** About a millisecond, of which whole hundredths can be added. */
const rounds = 100;

/** Answers when it has done its work. Other functions, which an init names, move its code. */
const server = (work: number, other: number) => `package main

import (
	"fmt"
	"hash/fnv"
	"net"
	"net/http"
	"os"
)

//go:noinline
func other(x int) int { return x*${3 + (other % 1000)} ^ x>>${1 + (other % 9)} }

func init() {
	if len(os.Args) > 1000 {
		println(other(len(os.Args))${', other(1)'.repeat(other % 40)})
	}
}

var data = make([]byte, 8000)

func work(w http.ResponseWriter, _ *http.Request) {
	h := fnv.New64a()
	for range ${work} {
		h.Write(data)
	}
	fmt.Fprintln(w, h.Sum64())
}

func main() {
	http.HandleFunc("/work", work)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	panic(http.Serve(l, nil))
}
`;

const readVerdict = object({ unit: text, verdict: text, ratio: number, p: number, why: text });
const readAnswer = object({ comparison: object({ verdicts: list(readVerdict) }) });

/** Options: `--shares=0,3,10` of more work, `--runs=20` of each, `--seed=1`, `--raw=FILE` to which all runs are added. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      shares: { type: 'string', default: '0,3,10' },
      runs: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      raw: { type: 'string', default: '' },
    },
  });
  const random = new Random(Number(values.seed));
  const shares = values.shares.split(',').map(Number);
  const found = new Map(shares.map((share) => [share, { runs: 0, cpu: 0, wrong: 0 }]));
  const { directory, commit, write } = goRepository({});
  for (let i = 0; i < Number(values.runs); i++) {
    for (const share of shares) {
      commit({ 'main.go': server(rounds, random.below(1 << 20)) });
      write({ 'main.go': server(rounds + share, random.below(1 << 20)) });
      const began = performance.now();
      const answer = readAnswer(parsedJson(await serve(directory)));
      if (answer === undefined) throw new Error('not what serve --json prints');
      const changed = answer.comparison.verdicts.filter(({ verdict }) => verdict === 'changed');
      const row = {
        share,
        seconds: (performance.now() - began) / 1000,
        machine: loadavg()[0],
        ...answer.comparison,
      };
      if (values.raw !== '') appendFileSync(values.raw, `${JSON.stringify(row)}\n`);
      const tally = found.get(share)!;
      tally.runs++;
      if (changed.some(({ unit, ratio }) => unit === 'cpu-ns/req' && ratio > 1) && share > 0) tally.cpu++;
      if (changed.some(({ unit, ratio }) => share === 0 || isBetter(unit, ratio))) tally.wrong++;
    }
    process.stderr.write(`\r${i + 1} of ${values.runs}   `);
  }
  for (const [share, { runs, cpu, wrong }] of found)
    process.stdout.write(
      `\n${share}% more work: CPU called in ${cpu} of ${runs}, wrongly called anything in ${wrong}\n`,
    );
}

/** Nothing is, of a server that does more. */
function isBetter(unit: string, ratio: number): boolean {
  return unit === 'requests/s' ? ratio > 1 : ratio < 1;
}

function serve(directory: string): Promise<string> {
  const command = resolve(import.meta.dirname, '../../dist/cli.js');
  const args = ['serve', '--against=HEAD', '--load=/work', '--json'];
  return new Promise((done, failed) => {
    execFile(
      process.execPath,
      [command, ...args],
      { cwd: directory, env: { ...gitEnvironment, CI: '' }, maxBuffer: 1 << 28 },
      (error, stdout, stderr) => {
        if (error !== null && error.code !== 1) failed(new Error(stderr));
        else done(stdout);
      },
    );
  });
}
