/**
 * Makes inputs and examines them, one after the other, in a thread that the campaign watches. Each input is put into
 * shared memory first, so that the campaign can read it if the thread hangs or dies.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { difference } from './compare.ts';
import { Coverage, Parts } from './coverage.ts';
import { type Examined, examine } from './examine.ts';
import { Generator, type Input } from './generate.ts';
import { Random } from './random.ts';
import { Reference } from './reference.ts';
import { type FromWorker, WatchedInput, type WorkerOptions } from './watched.ts';

/** After so many inputs, the coverage is read and the reference is asked. */
const batchSize = 50;
/** An input of at most 1 MB, with `maxBytes` of 4 MiB, must not need more memory. */
const mostMegabytesMore = 400;

// Only the campaign starts this file, with this data.
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

for (let left = options.inputs; left > 0; left -= batchSize) await runBatch(Math.min(left, batchSize));
reference?.close();
