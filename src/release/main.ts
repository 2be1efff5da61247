/**
 * `npm run release -- --out=DIR`: makes what is published from the commit that is checked out, checks it, and says what to
 * press. A commit with a tag makes that version, any other a pre-release.
 *
 *   --out=DIR          where the files go
 *   --with-changes     a pre-release also of what is not committed
 */
import { mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sentence } from '../base/result.ts';
import { nextSteps } from './nextSteps.ts';
import { makeRelease } from './release.ts';

const args = process.argv.slice(2);
const out = args.find((arg) => arg.startsWith('--out='))?.slice('--out='.length);

if (out === undefined) refuse(['usage: npm run release -- --out=DIR [--with-changes]']);
else {
  mkdirSync(out, { recursive: true });
  const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
  const made = makeRelease(repository, {
    out: resolve(out),
    withChanges: args.includes('--with-changes'),
    scratch: realpathSync(tmpdir()),
  });
  if (!made.ok) refuse([sentence(made.problem), made.problem.details ?? '']);
  else if (made.value.wrong.length > 0) refuse(made.value.wrong);
  else console.log(nextSteps(made.value));
}

function refuse(lines: readonly string[]): void {
  for (const line of lines.filter(Boolean)) console.error(line);
  process.exitCode = 1;
}
