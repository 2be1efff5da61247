/** Names, files, lines and addresses of many thousand characters, in all that looks at such texts: none takes long. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scanner } from '../go/scan/goScanner.ts';
import { growthProblem } from './linear/cost.ts';
import { goTexts } from './linear/goTexts.ts';
import { takers } from './linear/takers.ts';
import { longLength, longTexts } from './linear/texts.ts';

describe('time grows with the length of a text, not with its square', () => {
  for (const { name, take, before, pieces } of takers) {
    test(name, () => {
      for (const { what, of } of longTexts(before, pieces)) {
        try {
          assert.equal(growthProblem(take, of, longLength), null);
        } catch (error) {
          throw new Error(`of ${what}: ${error instanceof Error ? error.stack : String(error)}`);
        }
      }
    });
  }
});

describe('a Go text is scanned in time that grows with its length', () => {
  const scans = (text: string) => [
    scanner.scan(text),
    scanner.timedCode(text),
    scanner.smells(text),
    scanner.program(text),
  ];
  for (const { what, of } of goTexts) {
    test(what, () => {
      assert.equal(growthProblem(scans, of, longLength), null);
    });
  }

  test('one that is broken all over by the names that it declares', () => {
    const [broken] = goTexts.filter(({ what }) => what === 'pointers to what is broken');
    const text = `${broken!.of(longLength)}\nfunc BenchmarkA(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n`;
    assert.deepEqual(
      scanner.scan(text).benchmarks.map(({ name }) => name),
      ['BenchmarkA'],
    );
  });

  test('a larger one by the names that it declares', () => {
    const benchmark = 'func BenchmarkA(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n';
    const large = `package p\n${'// Nothing.\n'.repeat(50_000)}${benchmark}\nfunc TestA(t *testing.T) {\n}\n`;
    const { packageName, benchmarks, tests } = scanner.scan(large);
    assert.equal(packageName, 'p');
    assert.deepEqual(
      benchmarks.map(({ name, nameRange, loops }) => [name, nameRange.startLine, loops]),
      [['BenchmarkA', 50_001, []]],
    );
    assert.deepEqual(
      tests.map(({ name }) => name),
      ['TestA'],
    );
    assert.deepEqual(scanner.timedCode(large).loops, []);
    const [deep] = goTexts.filter(({ what }) => what === 'benchmarks in benchmarks');
    assert.equal(scanner.scan(deep!.of(longLength)).benchmarks.length, 21);
  });
});
