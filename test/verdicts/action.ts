/**
 * The action's steps on pull requests, as a runner runs them, with the defaults of `action.yml`: how often it fails where one function
 * does more work, and where nothing does.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { checkedOut } from '../cli/github/pullRequest.ts';
import { commandsIn, runAction } from '../cli/github/runner.ts';
import { Random } from '../fuzz/random.ts';
import { gitEnvironment } from '../go/git/repository.ts';
import { testFolder } from '../testFolder.ts';
import { filesOf } from './variants.ts';

const rounds = 100;

/** The files of a pull request. */
const kinds: Readonly<Record<string, (random: Random) => Readonly<Record<string, string>>>> = {
  /** One function does more work; its benchmark calls nothing else. */
  seeded: (random) => {
    const calls = /\bfor (?:range|i := range) rounds\b/g;
    const one = random.below(4);
    let seen = 0;
    const { 'work.go': work = '' } = filesOf({ deadCode: 0, rounds });
    return {
      'work.go': work.replace(calls, (all) =>
        seen++ === one ? all.replace('rounds', '(rounds * 6 / 5)') : all,
      ),
    };
  },
  /** Other functions that no benchmark reaches. */
  unreached: (random) => filesOf({ deadCode: 1 + random.below(1 << 20), rounds, isInTest: true }),
  /** Other functions that an init names, so that all is measured. */
  init: (random) => filesOf({ deadCode: 1 + random.below(1 << 20), rounds }),
};

/** Options: `--kinds=seeded,unreached,init`, `--runs=20` of each, `--seed=1`, `--raw=FILE` to which all runs are added. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kinds: { type: 'string', default: Object.keys(kinds).join() },
      runs: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      raw: { type: 'string', default: '' },
    },
  });
  const random = new Random(Number(values.seed));
  for (const kind of values.kinds.split(',')) {
    const files = kinds[kind];
    if (files === undefined) throw new Error(`no such kind: ${kind}`);
    const [failed, seconds]: number[][] = [[], []];
    for (let i = 0; i < Number(values.runs); i++) {
      const began = performance.now();
      const { isFailed, log } = await onPullRequest(files(random));
      seconds!.push((performance.now() - began) / 1000);
      const said = commandsIn(log);
      if (isFailed) failed!.push(i);
      const row = { kind, isFailed, seconds: seconds!.at(-1), machine: loadavg()[0], said };
      if (values.raw !== '') appendFileSync(values.raw, `${JSON.stringify(row)}\n`);
      if (isFailed !== (kind === 'seeded')) process.stdout.write(`${kind}, run ${i}:\n${log}\n`);
      process.stderr.write(`\r${kind}: ${i + 1} of ${values.runs}   `);
    }
    const median = seconds!.sort((a, b) => a - b)[seconds!.length >> 1] ?? 0;
    process.stdout.write(
      `\n${kind}: ${failed!.length} of ${values.runs} failed, median ${median.toFixed(1)} s\n`,
    );
  }
}

function onPullRequest(change: Readonly<Record<string, string>>) {
  return runAction({
    workspace: checkedOut(filesOf({ deadCode: 0, rounds }), change),
    eventName: 'pull_request',
    event: { pull_request: { number: 5, base: { ref: 'main' }, head: { sha: 'c0ffee0123' } } },
    env: { ...gitEnvironment, GOCACHE: goCache, XDG_CACHE_HOME: testFolder() },
    inputs: { comment: 'false' },
  });
}

const goCache = execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim();
