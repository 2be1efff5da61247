// Measurements of a real benchmark have what its process had of the cores, and keep it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMeasurement } from '../../../src/go/results/resultReaders.ts';
import { done, source } from '../compare/against.ts';
import { goRepository } from '../git/repository.ts';

const skip = process.platform === 'linux' ? false : 'only Linux says it';

test('a measurement in turns has its use of the cores, and JSON keeps it', { skip }, async () => {
  const repository = goRepository({ 'm_test.go': source(10) });
  const { base, results } = await done(repository, { count: 1, benchtime: '400ms' });
  for (const measurement of [...base, ...results].flatMap(({ measurements }) => measurements)) {
    const { running, waiting } = measurement.core ?? assert.fail(JSON.stringify(measurement));
    assert.ok(running > 0 && waiting >= 0, `${running} ${waiting}`);
    assert.deepEqual(readMeasurement(JSON.parse(JSON.stringify(measurement))), measurement);
  }
});
