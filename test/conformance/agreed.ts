/**
 * What the judge has agreed to before. Neither the profiles of the data nor the newest google/pprof change by themselves, and each
 * question costs a process: it is asked only about what it has not seen. AGREE=1 keeps what it agrees to.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, 'data/agreed.txt');
const agreed = new Set(readFileSync(file, 'utf8').split('\n'));
/** Says which google/pprof it is. */
const judge = readFileSync(join(import.meta.dirname, '../fuzz/reference/go.sum'));

/**
 * Asserts that the judge says the same, unless it has said so before.
 *
 * @param question all that the judge's answer depends on
 * @param ours our answer
 * @param ask asserts that the judge gives it, too
 */
export async function assertAgreed(
  question: readonly (string | Uint8Array)[],
  ours: string | Uint8Array,
  ask: () => Promise<void>,
): Promise<void> {
  assert.ok(ours.length > 0, 'there is an answer');
  const hash = createHash('sha256');
  for (const part of [judge, ...question, ours]) {
    const bytes = Buffer.from(part);
    hash.update(`${bytes.length} `).update(bytes);
  }
  const digest = hash.digest('hex').slice(0, 32);
  if (agreed.has(digest)) return;
  await ask();
  if (process.env.AGREE === '1') appendFileSync(file, `${digest}\n`);
}
