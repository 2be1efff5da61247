/** Changes of a profile's message tree, most of which keep it nearly valid. Each changes the tree itself. */
import { type Field, field, messagesIn } from './message.ts';
import type { Random } from './random.ts';

/** @param donor another profile's tree, whose messages may be used */
type Mutation = (random: Random, profile: Field[], donor: readonly Field[]) => void;

/**
 * Makes one change. The tree may then share fields with `donor`: write it before you change one of them again. Answers
 * whether the profile is probably still valid.
 */
export function mutateMessage(random: Random, profile: Field[], donor: readonly Field[]): boolean {
  const isHarsh = random.oneIn(8);
  random.pick(isHarsh ? harsh : mild)(random, profile, donor);
  return !isHarsh;
}

const setNumber: Mutation = (random, profile) => {
  const target = someField(random, profile);
  if (target?.value.kind === 'varint') target.value.bits = random.uint64();
  else if (target?.value.kind === 'packed' && target.value.items.length > 0) {
    target.value.items[random.below(target.value.items.length)] = random.uint64();
  }
};

/** Takes a number from another place in the tree: it is probably a valid id or index. */
const copyNumber: Mutation = (random, profile) => {
  const [to, from] = [someField(random, profile), someField(random, profile)];
  if (to?.value.kind === 'varint' && from?.value.kind === 'varint') to.value.bits = from.value.bits;
};

const remove: Mutation = (random, profile) => {
  const message = someMessage(random, profile);
  message.splice(random.below(message.length), 1);
};

const duplicate: Mutation = (random, profile) => {
  const message = someMessage(random, profile);
  if (message.length === 0) return;
  const copies = random.oneIn(40) ? 300 : 1;
  const copied = random.pick(message);
  message.splice(random.below(message.length + 1), 0, ...new Array<Field>(copies).fill(copied));
};

const move: Mutation = (random, profile) => {
  const message = someMessage(random, profile);
  const moved = message.splice(random.below(message.length), 1);
  message.splice(random.below(message.length + 1), 0, ...moved);
};

/** Changes the order of the fields, except of the strings. The profile stays the same. */
const shuffle: Mutation = (random, profile) => {
  const message = someMessage(random, profile);
  for (let i = message.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [message[i], message[j]] = [message[j]!, message[i]!];
  }
};

const setWireType: Mutation = (random, profile) => {
  const target = someField(random, profile);
  if (target !== undefined) target.type = random.below(8);
};

const setFieldNumber: Mutation = (random, profile) => {
  const target = someField(random, profile);
  if (target !== undefined) target.number = random.oneIn(8) ? random.next() >>> 3 : random.below(18);
};

const padVarints: Mutation = (random, profile) => {
  const target = someField(random, profile);
  if (target !== undefined) target.padding = random.below(11);
};

const lieAboutLength: Mutation = (random, profile) => {
  const target = someField(random, profile);
  if (target !== undefined) target.lengthError = random.oneIn(4) ? random.next() : random.below(7) - 3;
};

/** The same integers, packed if they were not, not packed if they were, or in two pieces. */
const repack: Mutation = (random, profile) => {
  const message = someMessage(random, profile);
  const at = random.below(message.length);
  const target = message[at];
  if (target?.value.kind === 'packed') {
    const { items } = target.value;
    const cut = random.below(items.length + 1);
    const unpacked = items
      .slice(0, cut)
      .map((bits) => field(target.number, { kind: 'varint' as const, bits }));
    const packed = field(target.number, { kind: 'packed', items: items.slice(cut) });
    message.splice(at, 1, ...unpacked, packed);
  } else if (target?.value.kind === 'varint') {
    target.value = { kind: 'packed', items: [target.value.bits] };
    target.type = 2;
  }
};

const addUnknown: Mutation = (random, profile) => {
  const message = someMessage(random, profile);
  const number = random.pick([0, 6, 11, 16, 99, 2 ** 28, 2 ** 29 + 1]);
  const type = random.below(6);
  const length = type === 1 ? 8 : type === 5 ? 4 : random.below(20);
  const value =
    type === 0
      ? ({ kind: 'varint', bits: random.uint64() } as const)
      : ({ kind: 'raw', bytes: random.bytes(length) } as const);
  message.splice(random.below(message.length + 1), 0, { ...field(number, value), type });
};

const takeFromDonor: Mutation = (random, profile, donor) => {
  if (donor.length > 0) profile.splice(random.below(profile.length + 1), 0, random.pick(donor));
};

const concatenate: Mutation = (_, profile, donor) => {
  if (donor.length < 10_000) profile.push(...donor);
};

/** Makes all ids of one table, and all references to them, too large for doubles or for 32 bits. */
const moveIds: Mutation = (random, profile) => {
  const table = random.pick([3, 4, 5]);
  const offset = 1n << BigInt(random.pick([7, 14, 20, 28, 32, 53, 60, 63]));
  const shift = (bits: bigint) => (bits === 0n ? bits : BigInt.asUintN(64, bits + offset));
  const shiftFields = (fields: Field[], number: number) => {
    for (const { number: found, value } of fields) {
      if (found !== number) continue;
      if (value.kind === 'varint') value.bits = shift(value.bits);
      if (value.kind === 'packed') value.items = value.items.map(shift);
    }
  };
  for (const { number, value } of profile) {
    if (value.kind !== 'message') continue;
    if (number === table) shiftFields(value.fields, 1);
    if (number === 2 && table === 4) shiftFields(value.fields, 1);
    if (number !== 4) continue;
    if (table === 3) shiftFields(value.fields, 2);
    if (table !== 5) continue;
    for (const line of value.fields) if (line.value.kind === 'message') shiftFields(line.value.fields, 1);
  }
};

const changeString: Mutation = (random, profile) => {
  const texts = profile.filter(({ number, value }) => number === 6 && value.kind === 'raw');
  const target = texts[random.below(texts.length)];
  if (target === undefined) return;
  target.value = { kind: 'raw', bytes: random.bytes(random.oneIn(10) ? 5000 : random.below(12)) };
};

/** Changes after which most profiles are still valid. */
const mild: readonly Mutation[] = [
  copyNumber,
  duplicate,
  move,
  shuffle,
  repack,
  addUnknown,
  moveIds,
  changeString,
  padVarints,
];
const harsh: readonly Mutation[] = [
  setNumber,
  setNumber,
  remove,
  setWireType,
  setFieldNumber,
  lieAboutLength,
  takeFromDonor,
  concatenate,
];

/** The tree itself in one of three cases, because it would be chosen too seldom among its many messages. */
function someMessage(random: Random, profile: Field[]): Field[] {
  return random.oneIn(3) ? profile : random.pick(messagesIn(profile));
}

function someField(random: Random, profile: Field[]): Field | undefined {
  const message = someMessage(random, profile);
  return message[random.below(message.length)];
}
