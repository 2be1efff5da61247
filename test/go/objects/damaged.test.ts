/** Object files that are cut off or changed: an error that is expected, or an answer. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type PackageObjects, readArchive } from '../../../src/go/objects/archive.ts';
import { CodeDigests } from '../../../src/go/objects/codeDigest.ts';
import { LinkedSymbols } from '../../../src/go/objects/linkedSymbols.ts';
import { ReachedSymbols } from '../../../src/go/objects/reachedSymbols.ts';
import { installedGo } from '../goModule.ts';

/** What reaching all of it gives: the number of symbols, or why there is none. */
function reachedOf(bytes: Buffer, others: ReadonlyMap<string, PackageObjects>): number | string {
  try {
    const objects = readArchive('file', bytes);
    if (objects === null) return 'no archive';
    const symbols = new LinkedSymbols(new Map([...others, ['errors', objects]]));
    const digests = new CodeDigests(symbols);
    let count = 0;
    const reached = new ReachedSymbols(symbols, new Set(), (symbol) => {
      digests.of(symbol);
      count++;
    });
    reached.add(symbols.ofPackage('errors'));
    return count;
  } catch (error) {
    assert.ok(error instanceof RangeError, String(error));
    return error.message;
  }
}

describe('an object file', () => {
  let whole: Buffer;
  const others = new Map<string, PackageObjects>();
  before(async () => {
    const { command } = await installedGo();
    const args = ['list', '-deps', '-export', '-f={{.ImportPath}} {{.Export}}', 'errors'];
    const lines = execFileSync(command, args, { encoding: 'utf8' }).trim().split('\n');
    for (const [path = '', file = ''] of lines.map((line) => line.split(' '))) {
      const bytes = file === '' ? Buffer.alloc(0) : readFileSync(file);
      const objects = readArchive(file, bytes);
      if (path === 'errors') whole = bytes;
      // Where the whole runtime is reached, too, nearly all of the time goes into what is not damaged.
      else if (objects !== null && path !== 'runtime') others.set(path, objects);
    }
  });

  test('is read', () => {
    const count = reachedOf(whole, others);
    assert.ok(typeof count === 'number' && count > 50, String(count));
  });

  test('that is cut off anywhere is refused or ends', () => {
    fc.assert(
      fc.property(fc.nat(whole.length), (length) => {
        reachedOf(whole.subarray(0, length), others);
      }),
      { numRuns: 20 },
    );
  });

  test('with other bytes anywhere is refused or ends', () => {
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(changes, (all) => {
        const changed = Buffer.from(whole);
        for (const [at, byte] of all) changed[at] = byte;
        reachedOf(changed, others);
      }),
      { numRuns: 40 },
    );
  });
});
