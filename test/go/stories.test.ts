/**
 * The sample modules with a README have the benchmarks that it names, and what it tells of them comes out: the line is hot, and
 * the repair is called faster. `npm run verdicts -- stories` measures it over layouts.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scanner } from './scan/goScanner.ts';
import { stories, told } from './toldStories.ts';

/** A fifth of a second has some twenty samples. */
const briefly = { count: 5, benchtime: '200ms' };

for (const story of stories) {
  const { module } = story;
  test(`${module}: the line that the README names is hot, and the repair is called faster`, async () => {
    const { isFaster, share, change } = await told(story, briefly);
    assert.ok(isFaster, JSON.stringify(change));
    assert.ok(share > story.share / 4, `${share}`);
  });

  test(`${module} has every benchmark that its README names`, () => {
    const folder = join('test/workspace', module);
    const tests = readdirSync(folder).filter((name) => name.endsWith('_test.go'));
    const code = tests.map((name) => readFileSync(join(folder, name), 'utf8'));
    const declared = new Set(code.flatMap((text) => scanner.scan(text).benchmarks.map(({ name }) => name)));
    const named = new Set(readFileSync(join(folder, 'README.md'), 'utf8').match(/Benchmark[\w/-]+/g));
    assert.ok(named.size > 0, 'the README names a benchmark');
    for (const name of named) {
      const [benchmark = '', part] = name.split('/');
      assert.ok(declared.has(benchmark), name);
      assert.ok(part === undefined || code.some((text) => text.includes(`"${part}"`)), name);
    }
  });
}
