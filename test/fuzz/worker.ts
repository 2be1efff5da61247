/**
 * Makes inputs and examines them, one after the other, in a thread that the campaign watches. Each input is put into
 * shared memory first, so that the campaign can read it if the thread hangs or dies.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { amplified } from './amplify.ts';
import { difference } from './compare.ts';
import { Coverage, Parts } from './coverage.ts';
import type { Examined } from './examine.ts';
import { examiner } from './examiner.ts';
import { Generator, type Input } from './generate.ts';
import { Gauge } from './growth.ts';
import { paced } from './pace.ts';
import { Random } from './random.ts';
import { TextGenerator } from './recordings.ts';
import { Reference } from './reference.ts';
import { type FromWorker, WatchedInput, type WorkerOptions } from './watched.ts';

/** After so many inputs, the coverage is read and the reference is asked. Each of the two takes time of its own. */
const guidedBatch = 50;
const unguidedBatch = 500;

// Only the campaign starts this file, with this data.
const options = workerData as WorkerOptions;
const watched = new WatchedInput(options.shared);
const random = new Random(options.seed);
const generator =
  options.makes === 'profiles' ? new Generator(random) : new TextGenerator(random, options.makes);
const gaugedProfiles = generator instanceof Generator ? generator : null;
const ask = await examiner(options.makes);
const coverage = options.guided ? new Coverage() : null;
const batchSize = options.guided ? guidedBatch : unguidedBatch;
const partsOfBatches = new Parts();
const partsOfInputs = new Parts();
const reference = options.reference === null ? null : new Reference(options.reference);
const gauge = options.gaugeEvery === null ? null : new Gauge();
/** How many inputs have been made: each asks the next of our questions. */
let made = 0;
let untilGauge = options.gaugeEvery ?? Infinity;
// Refused inputs are most of them, and nobody reads where each was refused. A finding is replayed with its stack.
Error.stackTraceLimit = 0;

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

function runOne({ bytes, inflated }: Input): Examined {
  watched.begin(bytes);
  const part = made++;
  const { result: examined, wrong: slow } = paced(inflated, () => ask(bytes, part));
  watched.end();
  const wrong = examined.wrong ?? slow;
  if (wrong !== null) send({ type: 'finding', wrong, input: bytes });
  return examined;
}

async function runBatch(size: number, batch: number): Promise<void> {
  const inputs = Array.from({ length: size }, () => generator.next());
  const examined = inputs.map(runOne);
  if (coverage !== null && partsOfBatches.add(coverage.take())) keepNew(inputs, coverage);
  let compared = 0;
  if (reference !== null && batch % options.compareEvery === 0) {
    const asked = inputs.map(({ bytes }, i) => ({ bytes, ours: examined[i]! })).filter(isComparable);
    const verdicts = await reference.askAll(asked.map(({ bytes }) => bytes));
    for (const [i, verdict] of verdicts.entries()) {
      const { bytes, ours } = asked[i]!;
      const different = difference(bytes, ours, verdict);
      if (different !== null) send({ type: 'finding', wrong: different, input: bytes });
    }
    compared = verdicts.length;
  }
  untilGauge -= size;
  const accepted = examined.filter(({ read }) => read.ok).length;
  send({
    type: 'progress',
    inputs: size,
    accepted,
    compared,
    gauged: await gaugeOne(),
    kept: generator.kept,
    parts: partsOfInputs.count,
  });
}

/** Measures a large input if it is time for one. Answers how many were measured. */
async function gaugeOne(): Promise<number> {
  if (gauge === null || gaugedProfiles === null || untilGauge > 0) return 0;
  untilGauge += options.gaugeEvery ?? Infinity;
  const found = await gauge.wrong(amplified(random, gaugedProfiles.someProfile()));
  if (found !== null) send({ type: 'finding', ...found });
  return 1;
}

/** Whether google/pprof can be asked. It would inflate a whole bomb. */
function isComparable({ ours }: { readonly ours: Examined }): boolean {
  return ours.read.ok || ours.read.problem.code !== 'too-large';
}

/** An input of the batch has reached new code. Each is run once more to find out which. */
function keepNew(inputs: readonly Input[], coverage: Coverage): void {
  for (const input of inputs) {
    const { read } = runOne(input);
    if (partsOfInputs.add(coverage.take())) generator.keep(input.inner, read.ok);
  }
}

for (let left = options.inputs, batch = 0; left > 0; left -= batchSize, batch++) {
  await runBatch(Math.min(left, batchSize), batch);
}
reference?.close();
gauge?.close();
