import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { sampleTypeLabel } from '../../src/base/sampleTypeLabels.ts';
import { readFolded } from '../../src/foreign/folded.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { succeeded } from '../why.ts';

describe('what a sample type is called', () => {
  test('in files of Go and of others', () => {
    const time = ['CPU samples', 'CPU time'];
    assert.deepEqual(labels('profiles/cpp.pb.gz'), time);
    assert.deepEqual(labels('profiles/rust.pb'), time);
    // It counts.
    assert.deepEqual(labels('profiles/java.pprof'), ['CPU samples']);
    // Whatever they are of.
    assert.deepEqual(labels('recordings/java.collapsed'), ['Samples']);
    assert.deepEqual(labels('recordings/py-spy.folded'), ['Samples']);
  });

  test('that we do not know', () => {
    assert.equal(sampleTypeLabel({ type: 'constructor', unit: 'count' }, []), 'constructor');
    assert.equal(sampleTypeLabel({ type: '__proto__', unit: 'count' }, []), '__proto__');
  });
});

function labels(file: string): string[] {
  const bytes = readFileSync(path.join(import.meta.dirname, '../foreign', file));
  const { sampleTypes } = succeeded(file.startsWith('profiles/') ? readProfile(bytes) : readFolded(bytes));
  return sampleTypes.map((type) => sampleTypeLabel(type, sampleTypes));
}
