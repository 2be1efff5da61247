import assert from 'node:assert/strict';
import test from 'node:test';
import { bareRoots } from '../../../src/go/sources/sourceRoots.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { hotLines } from '../../../src/server/costs/hotLines.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import { profileOf } from '../../pprof/builder.ts';
import { sessionSource, snapshotOf } from '../builders.ts';

const path = '/p/f.go';
const text = 'package p\n\nfunc F() {\n\tG()\n\tH()\n}\n\nfunc G() {\n\tloop()\n}\n';

test('the list is sorted by the costs that it shows', () => {
  // Line 9 causes most by itself, but line 4 contains it; line 5 causes more than line 4 does without its calls.
  const profile = profileOf({
    sampleTypes: ['delay/nanoseconds'],
    samples: [
      { values: [50], stack: [`p.G ${path}:9`, `p.F ${path}:4`] },
      { values: [30], stack: [`p.F ${path}:5`] },
      { values: [20], stack: [`p.F ${path}:4`] },
    ],
  });
  const store = new SessionStore();
  const roots = bareRoots({}, () => true);
  const [session] = store.add([sessionSource(profile, { roots, snapshot: snapshotOf({ [path]: text }) })]);
  store.show({ sessionId: session?.id ?? '', sampleType: 0 });
  const lines = hotLines(store, { at: (file) => new DocumentText(file, text) });
  assert.deepEqual(
    lines.map(({ line, text }) => [line + 1, text.replaceAll('\u00a0', ' ')]),
    [
      [4, '70ns cum · 20ns flat · 70%'],
      [9, '50ns flat · 50%'],
      [5, '30ns flat · 30%'],
    ],
  );
});
