/**
 * Makes inputs and examines them, one after the other, in a thread that the campaign watches. Each input is in shared
 * memory before it is examined, so that it is at hand if the thread hangs or dies over it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { difference } from './compare.ts';
import { Coverage, Parts } from './coverage.ts';
import { type Examined, examine } from './examine.ts';
import { Generator, type Input } from './generate.ts';
import { Random } from './random.ts';
import { Reference } from './reference.ts';
import { type FromWorker, WatchedInput, type WorkerOptions } from './watched.ts';

/** Inputs between two looks at coverage and at the reference. */
const batchSize = 50;
/** An input of a megabyte at most, with `maxBytes` of 4 MiB, has no use for more. */
const mostMegabytesMore = 400;

// The campaign is the only one to start this file, and with these.
const options = workerData as WorkerOptions;
const watched = new WatchedInput(options.shared);
const generator = new Generator(new Random(options.seed));
const coverage = options.guided ? new Coverage() : null;
const partsOfBatches = new Parts();
const partsOfInputs = new Parts();
const reference = options.reference === null ? null : new Reference(options.reference);
let highestMemory = process.resourceUsage().maxRSS;

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

function runOne({ bytes }: Input): Examined {
  watched.begin(bytes);
  const examined = examine(bytes);
  watched.end();
  const memory = process.resourceUsage().maxRSS;
  const more = (memory - highestMemory) / 1024;
  highestMemory = memory;
  const wrong = examined.wrong ?? (more > mostMegabytesMore ? `took ${more.toFixed(0)} MB` : null);
  if (wrong !== null) send({ type: 'finding', wrong, input: bytes });
  return examined;
}

async function runBatch(size: number): Promise<void> {
  const inputs = Array.from({ length: size }, () => generator.next());
  const examined = inputs.map(runOne);
  if (coverage !== null && partsOfBatches.add(coverage.take())) keepNew(inputs, coverage);
  let compared = 0;
  if (reference !== null) {
    const asked = inputs.map(({ bytes }, i) => ({ bytes, ours: examined[i]! })).filter(isComparable);
    const verdicts = await Promise.all(asked.map(({ bytes }) => reference.ask(bytes)));
    for (const [i, verdict] of verdicts.entries()) {
      const { bytes, ours } = asked[i]!;
      const different = difference(bytes, ours, verdict);
      if (different !== null) send({ type: 'finding', wrong: different, input: bytes });
    }
    compared = verdicts.length;
  }
  const accepted = examined.filter(({ read }) => read.ok).length;
  send({
    type: 'progress',
    inputs: size,
    accepted,
    compared,
    kept: generator.kept,
    parts: partsOfInputs.count,
  });
}

/** google/pprof would inflate a bomb to its end. */
function isComparable({ ours }: { readonly ours: Examined }): boolean {
  return ours.read.ok || ours.read.problem.code !== 'too-large';
}

/** Some input of the batch led somewhere new. Which one is found by running each once more. */
function keepNew(inputs: readonly Input[], coverage: Coverage): void {
  for (const input of inputs) {
    const { read } = runOne(input);
    if (partsOfInputs.add(coverage.take())) generator.keep(input.inner, read.ok);
  }
}

for (let left = options.inputs; left > 0; left -= batchSize) await runBatch(Math.min(left, batchSize));
reference?.close();
