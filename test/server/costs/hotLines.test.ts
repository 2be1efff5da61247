import assert from 'node:assert/strict';
import test from 'node:test';
import { bareRoots } from '../../../src/go/sources/sourceRoots.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { hotLines, hotPathLines } from '../../../src/server/costs/hotLines.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import { profileOf, type SampleSpec } from '../../pprof/builder.ts';
import { sessionSource, snapshotOf } from '../builders.ts';

const path = '/p/f.go';
const text = 'package p\n\nfunc F() {\n\tG()\n\tH()\n}\n\nfunc G() {\n\tloop()\n}\n';

const roots = bareRoots({}, () => true);

/** What the list says of a profile, with 1-based lines. */
function listed(samples: readonly SampleSpec[], threshold = 0.5, find = hotLines) {
  const profile = profileOf({ sampleTypes: ['delay/nanoseconds'], samples });
  const store = new SessionStore();
  const [session] = store.add([sessionSource(profile, { roots, snapshot: snapshotOf({ [path]: text }) })]);
  store.show({ sessionId: session?.id ?? '', sampleType: 0 });
  return find(store, { at: (file) => new DocumentText(file, text) }, threshold).map(
    ({ line, text, ofHottest }) => [line + 1, text.replaceAll('\u00a0', ' '), ofHottest] as const,
  );
}

test('the list is sorted by the costs that it shows', () => {
  // Line 9 causes most by itself, but line 4 contains it; line 5 causes more than line 4 does without its calls.
  const lines = listed([
    { values: [50], stack: [`p.G ${path}:9`, `p.F ${path}:4`] },
    { values: [30], stack: [`p.F ${path}:5`] },
    { values: [20], stack: [`p.F ${path}:4`] },
  ]);
  assert.deepEqual(lines, [
    [4, '70ns cum · 20ns flat · 70%', 1],
    [9, '50ns flat · 50%', 50 / 70],
    [5, '30ns flat · 30%', 30 / 70],
  ]);
});

test('one sample does not bring a line into the list that only calls hot lines', () => {
  const lines = listed([
    { values: [99], stack: [`p.G ${path}:9`, `p.F ${path}:4`] },
    { values: [1], stack: [`p.F ${path}:4`] },
  ]);
  assert.deepEqual(lines, [[9, '99ns flat · 99%', 1]]);
});

test('a line that shows no cost in the editor is not in the list', () => {
  const samples = [
    { values: [996], stack: [`p.G ${path}:9`] },
    { values: [4], stack: [`p.F ${path}:5`] },
  ];
  assert.deepEqual(listed(samples), [[9, '996ns flat · 100%', 1]]);
  assert.deepEqual(
    listed(samples, 0.4).map(([line]) => line),
    [9, 5],
  );
});

test('the hot path goes through the widest calls, from the outside, with a line of each function', () => {
  const walked = (samples: readonly SampleSpec[]) => listed(samples, 0.5, hotPathLines).map(([line]) => line);
  const outside = 'runtime.main /go/proc.go:1';
  const samples = [
    { values: [50], stack: [`p.G ${path}:9`, `p.F ${path}:4`, outside] },
    { values: [30], stack: [`p.F ${path}:5`, outside] },
    { values: [20], stack: [`p.H ${path}:3`, outside] },
  ];
  assert.deepEqual(walked(samples), [4, 9]);
  // A function that calls itself is listed once; nothing is where no call has half of the cost.
  assert.deepEqual(walked([{ values: [9], stack: [`p.F ${path}:4`, `p.F ${path}:4`, outside] }]), [4]);
  assert.deepEqual(
    walked(['A', 'B', 'C'].map((name) => ({ values: [1], stack: [`p.${name} ${path}:9`] }))),
    [],
  );
});
