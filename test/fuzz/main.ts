/**
 * Fuzzes the reader: npm run fuzz [-- --minutes=N --inputs=N --seed=S --unguided --compare-every=N --gauge-every=N]
 *
 * `--recordings` makes recordings of other profilers instead of pprof files, `--go` source files of Go, `--stores` answers of stores.
 * `--unguided` makes ten times as many inputs in the same time. Of so many batches as `--compare-every` says, one is compared
 * with google/pprof (0: none). After so many inputs as `--gauge-every` says, the time and memory of a large one are measured.
 * Replays an input that was found: npm run fuzz -- --replay=FILE
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { campaign, type Finding, type Progress } from './campaign.ts';
import { difference } from './compare.ts';
import { examiner } from './examiner.ts';
import { buildReference, Reference } from './reference.ts';
import type { Inputs } from './watched.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    inputs: { type: 'string' },
    'compare-every': { type: 'string', default: '1' },
    'gauge-every': { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    recordings: { type: 'boolean', default: false },
    go: { type: 'boolean', default: false },
    stores: { type: 'boolean', default: false },
    unguided: { type: 'boolean', default: false },
    replay: { type: 'string' },
  },
});
/** Only the first findings of a kind are written, because the others are similar. */
const mostOfAKind = 5;
const folder = join(import.meta.dirname, 'found');
const makes: Inputs = (['go', 'recordings', 'stores'] as const).find((kind) => values[kind]) ?? 'profiles';
const reference =
  makes !== 'profiles'
    ? null
    : await buildReference().catch((error: unknown) => {
        console.log(`Without google/pprof, which could not be built: ${error}`);
        return null;
      });
if (values.replay === undefined) await fuzz();
else await replay(values.replay);

async function fuzz(): Promise<void> {
  const minutes = values.minutes ?? (values.inputs === undefined ? '1' : 'Infinity');
  console.log(`seed ${values.seed}, ${values.inputs ?? 'any number of'} inputs, ${minutes} minutes`);
  const kinds = new Map<string, number>();
  let saidAt = Date.now();
  const compareEvery = Number(values['compare-every']);
  const { progress } = await campaign({
    seed: Number(values.seed),
    ...(values.inputs === undefined ? {} : { inputs: Number(values.inputs) }),
    milliseconds: Number(minutes) * 60_000,
    guided: !values.unguided,
    makes,
    reference: compareEvery > 0 ? reference : null,
    compareEvery,
    gaugeEvery: Number(values['gauge-every']),
    onFinding: (finding) => keep(finding, kinds),
    onProgress: (now) => {
      if (Date.now() - saidAt < 30_000) return;
      saidAt = Date.now();
      say(now);
    },
  });
  say(progress);
  for (const [kind, count] of kinds) console.log(`${count} x ${kind}`);
  process.exitCode = kinds.size === 0 ? 0 : 1;
}

function keep({ wrong, input }: Finding, kinds: Map<string, number>): void {
  const kind = wrong.split('\n', 1)[0]!.replace(/\d+/g, 'N').slice(0, 150);
  const count = (kinds.get(kind) ?? 0) + 1;
  kinds.set(kind, count);
  if (count > mostOfAKind) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${createHash('sha256').update(input).digest('hex').slice(0, 12)}.pb`);
  writeFileSync(file, input);
  console.log(
    `\nFOUND ${wrong}\n  npm run fuzz -- ${makes === 'profiles' ? '' : `--${makes} `}--replay=${relative(process.cwd(), file)}`,
  );
}

function say({ inputs, accepted, compared, gauged, kept, parts }: Progress): void {
  console.log(
    `${inputs} inputs, ${accepted} accepted, ${compared} compared with google/pprof, ${gauged} large ones measured, ${kept} kept, ${parts} parts`,
  );
}

async function replay(file: string): Promise<void> {
  const input = readFileSync(file);
  const examined = (await examiner(makes))(input);
  console.log(
    'ours:',
    examined.read.ok ? 'accepted' : examined.read.problem,
    examined.wrong ?? 'nothing wrong',
  );
  if (reference === null) return;
  const program = new Reference(reference);
  const verdict = await program.ask(input);
  program.close();
  console.log('google/pprof:', verdict);
  console.log('difference:', difference(input, examined, verdict) ?? 'none');
}
