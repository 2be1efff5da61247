import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skipWithoutJudge } from '../judges.ts';
import { campaign, type Finding } from './campaign.ts';
import { buildReference } from './reference.ts';

/** A short run that can be repeated; `npm run fuzz` makes longer ones. Without google/pprof's reader, only our own rules are checked. */
const seed = 20_260_101;
const inputs = 1500;

const reference = await buildReference().catch((error: unknown) => {
  console.log(skipWithoutJudge(`google/pprof's reader cannot be built: ${error}`));
  return null;
});

test('the reader accepts and refuses random inputs as google/pprof does, and keeps its rules', async () => {
  const { findings, progress } = await campaign({ seed, inputs, guided: false, reference });
  assert.deepEqual(findings.map(inWords), []);
  assert.equal(progress.inputs, inputs);
  // If nearly all inputs were refused, only refusals would be tested.
  assert.ok(progress.accepted > inputs / 10, `${progress.accepted} of ${inputs} accepted`);
});

test('the readers of recordings accept or refuse random ones with a sentence, and what they make keeps the rules', async () => {
  const { findings, progress } = await campaign({
    seed,
    inputs,
    guided: false,
    makes: 'recordings',
    reference: null,
  });
  assert.deepEqual(findings.map(inWords), []);
  assert.equal(progress.inputs, inputs);
  assert.ok(progress.accepted > inputs / 10, `${progress.accepted} of ${inputs} accepted`);
});

test('source files of Go are scanned without a fault, whatever is in them', async () => {
  const { findings } = await campaign({ seed, inputs: 50, guided: false, makes: 'go', reference: null });
  assert.deepEqual(findings.map(inWords), []);
});

test('answers of stores are read or refused without a fault, and no sentence says the password', async () => {
  const { findings } = await campaign({ seed, inputs, guided: false, makes: 'stores', reference: null });
  assert.deepEqual(findings.map(inWords), []);
});

function inWords({ wrong, input }: Finding): string {
  return `${wrong}\n${Buffer.from(input).toString('base64').slice(0, 4000)}`;
}
