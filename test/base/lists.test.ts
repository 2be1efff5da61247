import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { append, largest, smallest } from '../../src/base/lists.ts';
import { BenchmarkTextParser } from '../../src/bench/benchfmt/parse.ts';
import { comparer, defaultCompareOptions } from '../../src/bench/benchstat/compareFiles.ts';
import { halfRange } from '../../src/bench/verdicts/summary.ts';

/** More than can be the arguments of one call. */
const many = Array.from({ length: 300_000 }, (_, i) => i - 7);

describe('lists of any length', () => {
  test('append, largest and smallest take them', () => {
    const list = [1];
    append(list, many);
    assert.equal(list.length, 300_001);
    assert.equal(largest(many), 299_992);
    assert.equal(smallest(many), -7);
  });

  test('without values they answer as Math.max and Math.min do', () => {
    assert.deepEqual([largest([]), smallest([]), largest([], 0)], [Math.max(), Math.min(), 0]);
    assert.deepEqual([largest([1, Number.NaN]), largest([-3, -2], 0)], [Number.NaN, 0]);
  });
});

describe('results in any amount', () => {
  test('the range of 300,000 measurements', () => {
    assert.equal(halfRange(many, 2), (299_992 + 7) / 2 / 2);
  });

  function compared(text: string, options = {}) {
    const compare = comparer({ ...defaultCompareOptions, ...options });
    assert(compare.ok);
    return compare.value([{ text, label: 'a', path: 'a.txt' }]);
  }

  test('a file with 200,000 lines that are wrong, all faults are said', () => {
    assert.equal(compared('BenchmarkA 1 x ns/op\n'.repeat(200_000)).faults.length, 200_000);
  });

  test('200,000 results of one benchmark are one sample', () => {
    const { tables } = compared('BenchmarkA 1 5 ns/op\n'.repeat(200_000));
    assert.equal(tables[0]?.cells[0]?.[0]?.sample.length, 200_000);
  });

  test('more keys than results are worth are refused with a sentence', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `k${i}: v\nBenchmarkA 1 5 ns/op\n`).join('');
    const { tables, problem } = compared(text);
    assert.deepEqual([tables, problem?.code, problem?.args], [[], 'too-many-keys', ['a.txt']]);
  });

  test('a table of too many cells is refused with a sentence', () => {
    const text = Array.from({ length: 3000 }, (_, i) => `k: ${i}\nBenchmarkA/${i} 1 5 ns/op\n`).join('');
    assert.equal(compared(text, { column: 'k' }).problem?.code, 'too-many-cells');
    assert.equal(compared(text).problem, null);
  });

  test('measurements are handed out once, however many pieces they come in and names they have', () => {
    const parser = new BenchmarkTextParser();
    let handed = 0;
    for (let i = 0; i < 50_000; i++) {
      parser.push(`BenchmarkA/n=${i}-8 1 5 ns/op\n`);
      const news = parser.news({ likely: 8 });
      handed += news.length;
      if (i === 49_999) assert.deepEqual([news[0]?.name, news[0]?.procs], ['BenchmarkA/n=49999', 8]);
    }
    assert.equal(handed, 50_000);
    assert.equal(parser.finish({ likely: 8 }).measurements.length, 50_000);
  });

  test('a program that prints any number of lines like configuration', () => {
    const parser = new BenchmarkTextParser();
    for (let i = 0; i < 20_000; i++) parser.push(`key${i}: value\n`);
    parser.push('key7: other\nBenchmarkA 1 5 ns/op\n');
    const [measurement] = parser.finish().measurements;
    assert.equal(measurement?.config.key7, 'other');
    assert.equal(Object.keys(measurement?.config ?? {}).length, 100);
  });
});
