/** Inputs of any size from a small profile: one or two of its parts are repeated until the file is large. */
import { type Field, field, messagesIn, writeMessage } from './message.ts';
import { mutateMessage } from './mutateMessage.ts';
import type { Random } from './random.ts';

/** A profile whose size can be chosen. */
export interface Amplified {
  /** The profile with its parts repeated until it has about so many bytes. */
  bytes(size: number): Uint8Array;
}

/** Fields of `Profile` whose messages have an id, which must be another one in each copy. */
const tablesWithIds = [3, 4, 5];
const idField = 1;

/** What a large file may consist of: a message and one of its fields, which is repeated in it. */
interface Part {
  readonly message: Field[];
  readonly repeated: Field;
}

/**
 * Chooses what is repeated. Two different parts find what grows with the product of two sizes.
 *
 * @param profile a tree of its own, which is changed
 */
export function amplified(random: Random, profile: Field[]): Amplified {
  for (let left = random.below(3); left > 0; left--) mutateMessage(random, profile, []);
  const chosen = Array.from({ length: random.oneIn(3) ? 2 : 1 }, () => somePart(random, profile)).filter(
    (part) => part !== null,
  );
  // Copies in each of the copies would be gigabytes.
  const isNested = chosen.some(({ repeated }) => chosen.some(({ message }) => isIn(message, repeated)));
  const parts = isNested ? chosen.slice(0, 1) : chosen;
  const idStep = BigInt(random.pick([1, 1, 1, 3, 1000, 2 ** 33]));
  const idBase = BigInt(random.pick([1000, 100_000, 2 ** 40]));
  const varies = random.oneIn(2);
  return { bytes: (size) => repeated(profile, parts, size, { idStep, idBase, varies }) };
}

function isIn(message: Field[], { value }: Field): boolean {
  return value.kind === 'message' && messagesIn(value.fields).includes(message);
}

function somePart(random: Random, profile: Field[]): Part | null {
  const message = random.oneIn(2) ? profile : random.pick(messagesIn(profile));
  return message.length === 0 ? null : { message, repeated: random.pick(message) };
}

interface Copies {
  readonly idStep: bigint;
  readonly idBase: bigint;
  /** Whether numbers of the copies differ. */
  readonly varies: boolean;
}

/** The copies are written for themselves, and are in the tree as bytes, because a tree of millions of fields would be slow. */
function repeated(profile: Field[], parts: readonly Part[], size: number, copies: Copies): Uint8Array {
  const lengths = parts.map(({ message }) => message.length);
  for (const part of parts) {
    const { message, repeated: copied } = part;
    const each = writeMessage([copied]).length;
    const count = Math.max(1, Math.floor(size / parts.length / Math.max(1, each)));
    const isRow = message === profile && tablesWithIds.includes(copied.number);
    for (let n = 0; n < count; n++)
      message.push(isRow || copies.varies ? changed(copied, n, isRow, copies) : copied);
  }
  const bytes = writeMessage(profile);
  for (const [i, { message }] of parts.entries()) message.length = Math.min(message.length, lengths[i]!);
  return bytes;
}

/** A copy with another id, or with other numbers. */
function changed(copied: Field, n: number, isRow: boolean, { idStep, idBase }: Copies): Field {
  const { value } = copied;
  if (value.kind === 'varint')
    return { ...copied, value: { kind: 'varint', bits: value.bits + BigInt(n % 50) } };
  if (value.kind === 'packed') {
    const items = value.items.map((item, at) =>
      at === n % value.items.length ? item + BigInt(n % 3) : item,
    );
    return { ...copied, value: { kind: 'packed', items } };
  }
  if (value.kind !== 'message') return copied;
  if (isRow) {
    const id = field(idField, { kind: 'varint', bits: idBase + BigInt(n) * idStep });
    return {
      ...copied,
      value: { kind: 'message', fields: [...value.fields.filter(({ number }) => number !== idField), id] },
    };
  }
  const at = n % Math.max(1, value.fields.length);
  const fields = value.fields.map((inner, i) =>
    i === at ? changed(inner, n, false, { idStep, idBase, varies: true }) : inner,
  );
  return { ...copied, value: { kind: 'message', fields } };
}
