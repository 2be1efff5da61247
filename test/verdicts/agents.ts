/**
 * What agents hear: of the sample of templates made faster, and of many changes without effect. Those are comments, which
 * leave the machine code, and functions that the program never calls, which move it.
 */
import { cpSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { repositoryOf } from '../cli/benchAgainst.ts';
import { type Agent, agentIn } from '../cli/mcp/agent.ts';
import { fasterCatalogue } from '../cli/mcp/template.ts';
import { Random } from '../fuzz/random.ts';
import { falseGains } from './simulatedEdits.ts';
import { filesOf, unchanged } from './variants.ts';

/**
 * Options: `--changes=250 --minutes=120 --count=10 --benchtime=10ms`. Each change is judged by four benchmarks. With `--count=0`
 * as often as `compare` does when nobody says: until the answer is there.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      changes: { type: 'string', default: '250' },
      minutes: { type: 'string', default: '120' },
      count: { type: 'string', default: '10' },
      benchtime: { type: 'string', default: '10ms' },
    },
  });
  for (const rounds of [0, 1, 2]) {
    const gains = falseGains(new Random(1), 20_000, rounds);
    process.stdout.write(
      `of 20,000 simulated edits without effect, ${rounds} fresh rounds: ${gains} gains\n`,
    );
  }
  const ends: (() => Promise<void>)[] = [];
  const ending = { after: (end: () => Promise<void>) => void ends.push(end) };
  try {
    const sample = repositoryOf({});
    cpSync('test/workspace/template', sample.directory, { recursive: true });
    const { time } = await fasterCatalogue(await agentIn(ending, sample), sample.directory);
    process.stdout.write(`templates: ${time.verdict}, ${time.ratio} of the time, p ${time.p}\n`);
    const question = { benchmarks: '.', benchtime: values.benchtime };
    const count = Number(values.count);
    const compared = count === 0 ? { benchmarks: '.' } : { ...question, count };
    const repository = repositoryOf(filesOf(unchanged));
    const agent = await agentIn(ending, repository);
    const base = (await agent.call('profile', question)).document.run;
    const tally = new Map<string, number>();
    const end = Date.now() + Number(values.minutes) * 60_000;
    for (let i = 1; i <= Number(values.changes) && Date.now() < end; i++) {
      const variant = { ...unchanged, deadCode: i % 2 === 0 ? i : 0 };
      repository.write({ ...filesOf(variant), 'comment.go': `package m\n\n// ${i}\n` });
      const kind = variant.deadCode === 0 ? 'comment' : 'moved code';
      for (const verdict of await verdicts(agent, {
        ...compared,
        against: base,
      }))
        tally.set(`${kind}: ${verdict}`, (tally.get(`${kind}: ${verdict}`) ?? 0) + 1);
      process.stderr.write(`\r${i} of ${values.changes}   `);
    }
    process.stdout.write(
      `\n${[...tally]
        .sort()
        .map(([what, n]) => `${String(n).padStart(5)}  ${what}\n`)
        .join('')}`,
    );
  } finally {
    for (const end of ends) await end();
  }
}

/** A verdict for each benchmark: `gain` if any of its units is called better. */
async function verdicts({ call }: Agent, question: object): Promise<string[]> {
  const byBenchmark = new Map<string, string>();
  for (let cursor: string | undefined; ; ) {
    const { document, text } = await call(
      'compare',
      cursor === undefined ? question : { ...question, cursor },
    );
    if (document.verdicts === undefined) throw new Error(text);
    for (const { benchmark, name = benchmark, unit, verdict, ratio } of document.verdicts) {
      const key = String(name);
      const said =
        verdict === 'changed' ? (Number(ratio) < 1 ? `GAIN of ${unit}` : `loss of ${unit}`) : String(verdict);
      const before = byBenchmark.get(key);
      if (before === undefined || unit === 'ns/op' || verdict === 'changed') byBenchmark.set(key, said);
    }
    cursor = document.next;
    if (cursor === undefined) return [...byBenchmark.values()];
  }
}
