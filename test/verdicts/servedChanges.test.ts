/** The changes of the services are of code that they have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edited } from '../edits.ts';
import { servedChanges } from './servedChanges.ts';
import { serviceFiles } from './servedPrograms.ts';

for (const { service, name, benchmark, file, edits } of servedChanges) {
  test(`${service}: ${name}`, () => {
    const files = serviceFiles(service);
    assert.notEqual(edited(files[file] ?? '', edits), files[file]);
    assert.ok(files[`service/${service}_test.go`]?.includes(`func ${benchmark}(`), `there is a ${benchmark}`);
  });
}
