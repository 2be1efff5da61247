/** Names, files, lines and addresses of many thousand characters, in all that looks at such texts: none takes long. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { growthProblem } from './linear/cost.ts';
import { takers } from './linear/takers.ts';
import { longLength, longTexts } from './linear/texts.ts';

describe('time grows with the length of a text, not with its square', () => {
  for (const { name, take, before, pieces } of takers) {
    test(name, () => {
      for (const { what, of } of longTexts(before, pieces)) {
        const texts = new Map([longLength, longLength / 4].map((length) => [length, of(length)]));
        let problem: string | null;
        try {
          problem = growthProblem((length) => take(texts.get(length)!), longLength);
        } catch (error) {
          throw new Error(`of ${what}: ${error instanceof Error ? error.stack : String(error)}`);
        }
        assert.equal(problem, null, `of ${what}`);
      }
    });
  }
});
