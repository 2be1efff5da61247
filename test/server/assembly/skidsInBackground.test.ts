import assert from 'node:assert/strict';
import test from 'node:test';
import type { MachineCode } from '../../../src/base/model.ts';
import { fail, ok } from '../../../src/base/result.ts';
import { LineSkids } from '../../../src/server/assembly/lineSkids.ts';
import { backgroundOf } from '../../../src/server/client/background.ts';
import type { Session } from '../../../src/server/sessions/session.ts';
import { type StackProfile, stackProfile } from '../../analysis/stackProfile.ts';
import { eventually } from '../../eventually.ts';
import { background, sessionOf } from '../builders.ts';

const file = '/p/f.go';

/** Samples of the lines 3, 4 and 5 of `p.f`, whose instructions are at 0x1000, 0x1001 and 0x1002. */
function profiled(more: StackProfile['samples'] = [], sampleTypes = ['samples/count', 'cpu/nanoseconds']) {
  const of = (stack: string, samples: number) => [stack, samples, samples * 1e7] as const;
  const samples = [of(`p.f:3@${file}`, 1), of(`p.f:4@${file}`, 30), of(`p.f:5@${file}`, 1), ...more];
  return stackProfile({ binary: '/p.test', sampleTypes, samples });
}

const texts = ['MOVQ 0(AX), BX', 'ADDQ BX, CX', 'INCQ DX'];
const code: MachineCode = {
  symbols: [
    {
      name: 'p.f',
      instructions: texts.map((text, at) => ({ address: 0x1000 + at, file: 'f.go', line: 3 + at, text })),
      end: 0x1003,
    },
  ],
  loads: [{ mapping: 0, base: 0 }],
};

/** What is known of line 4 at once, and when all is found out; and which functions were disassembled for it. */
async function asked(session: Session, { runs = 0, disassembled = 1 } = {}) {
  const functions: string[] = [];
  let runsLeft = runs;
  const skids = new LineSkids({
    assemblies: {
      codeOf: async (_, { functionName }) => {
        functions.push(functionName);
        return functionName === 'p.f' ? ok(code) : fail('no-such-symbol', '');
      },
    },
    mayRun: () => runsLeft-- <= 0,
    background,
  });
  const ask = () => skids.of(session, session.lines.fileIndex(file), 4);
  const first = ask();
  const known = async () => {
    await eventually(
      () => `${disassembled} functions, but ${functions}`,
      () => functions.length >= disassembled,
    );
    // What follows the last function waits for nothing else.
    await new Promise(setImmediate);
    return ask();
  };
  return { first, known: await known(), again: known, functions };
}

test('the answer is found out in the background, once', async () => {
  const { first, known, again, functions } = await asked(sessionOf(profiled()));
  assert.equal(first, null);
  assert.deepEqual(known, { samples: 30, all: 30, skidOf: 'load', file: 'f.go', line: 3 });
  assert.deepEqual(await again(), known);
  assert.deepEqual(functions, ['p.f']);
});

test('nothing is disassembled while a benchmark runs, but afterwards', async () => {
  // The run has ended when it is asked for the second time.
  const { first, known, again, functions } = await asked(sessionOf(profiled()), { runs: 1, disassembled: 0 });
  assert.deepEqual([first, known], [null, null]);
  await eventually('a function that is disassembled', () => functions.length > 0);
  assert.equal((await again())?.samples, 30);
});

test('nothing is said where the line has as many samples elsewhere', async () => {
  const elsewhere = (samples: number) => [[`main:9@/m.go +p.f:4@${file}`, samples, samples * 1e7] as const];
  const few = await asked(sessionOf(profiled(elsewhere(9))));
  assert.deepEqual([few.known?.samples, few.known?.all], [30, 39]);
  const many = await asked(sessionOf(profiled(elsewhere(25))), { disassembled: 2 });
  assert.equal(many.known, null);
  assert.deepEqual(many.functions, ['p.f', 'main']);
});

test('only the samples of a CPU profile are behind their instruction', async () => {
  const nothing = { disassembled: 0 };
  const memory = await asked(sessionOf(profiled([], ['alloc_objects/count', 'alloc_space/bytes'])), nothing);
  assert.deepEqual([memory.known, memory.functions], [null, []]);
  const base = { profilePath: '/before.pprof', operations: null };
  const difference = await asked(sessionOf(profiled(), { base }), nothing);
  assert.deepEqual([difference.known, difference.functions], [null, []]);
});

test('what could not be found out is logged, and found out when somebody asks again', async () => {
  const logged: string[] = [];
  const skids = new LineSkids({
    assemblies: {
      codeOf: async () => {
        if (logged.length === 0) throw new Error('no memory for objdump');
        return ok(code);
      },
    },
    mayRun: () => true,
    background: backgroundOf({ console: { error: (text) => logged.push(text) } }),
  });
  const session = sessionOf(profiled());
  const ask = () => skids.of(session, session.lines.fileIndex(file), 4);
  assert.equal(ask(), null);
  await eventually('an entry of the log', () => logged.length > 0);
  assert.match(logged.join(), /^Error: no memory for objdump\n\s+at /);
  const found = await eventually('what is found out now', () => ask() ?? false);
  assert.equal(found.samples, 30);
  assert.equal(logged.length, 1);
});
