/** Bytes from outside choose no program: not by the names in a recording. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { sentence } from '../../src/base/result.ts';
import { readForeignText } from '../../src/foreign/readForeign.ts';
import { boundedOutput } from '../../src/go/profiles/boundedOutput.ts';
import { readPerfData } from '../../src/go/profiles/perfData.ts';
import { testFolder } from '../testFolder.ts';
import { why } from '../why.ts';

const folder = testFolder();
/** What a command of a stranger would write. */
const owned = join(folder, 'owned');
const asked = join(folder, 'asked');

function program(name: string, lines: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

function takeFile(file: string): string | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  return text;
}

/** Names of programs in a recording. A shell that reads one of these does something else besides. */
const names = [
  ';touch OWNED',
  '/x;touch OWNED',
  '/x;touch OWNED;:',
  '/x&touch OWNED',
  '/x|touch OWNED',
  '/x||touch OWNED',
  '/x\ntouch OWNED\n',
  '/x)\n 401000 (/y\ntouch OWNED',
  '/x\r\ntouch OWNED\r\n',
  '/$(touch OWNED)',
  '/`touch OWNED`',
  '/"$(touch OWNED)"',
  "/'$(touch OWNED)",
  '/x >OWNED',
  '/x>OWNED',
  '/x 2>OWNED',
  '/$(echo`touch OWNED`)',
  '/x;touch\tOWNED',
  '/x;touch$IFS""OWNED',
  '/x (deleted);touch OWNED',
  '/x;touch OWNED (deleted)',
  '[x];touch OWNED',
  '[$(touch OWNED)]',
  '/é;touch OWNED',
  '/x #)\n401000 (/y;touch OWNED',
];

const plainNames = [
  '/usr/lib/x86_64-linux-gnu/libstdc++.so.6',
  '/home/me/shop@v1,2/a~b',
  '/x (deleted)',
  '[kernel.kallsyms]',
  '[kernel.kallsyms].init.text',
  '[vdso]',
  '//anon',
  'anon_inode:[perf_event]',
];

describe('perf.data', { skip: process.platform === 'win32' }, () => {
  // As before 5.16 and without libbfd: `addr2line -e NAME`, for lines and for what is inlined.
  program(
    'perf',
    `[ "$1" = --version ] && { echo "perf version $VERSION"; exit; }
[ "$1" = buildid-list ] && exit
case "$*" in *--no-inline*) ;; *) echo yes > '${asked}'; sh -c "true -e $NAME 401000" >/dev/null 2>&1;; esac
case "$*" in
*ip,dso*) printf '\\t          401000 (%s)\\n\\n' "$NAME";;
*) printf 'shop 1 1.0: 10 cycles:\\n\\t          401000 main+0x1 (%s)\\n\\n' "$NAME";;
esac`,
  );

  async function read(version: string, name: string): Promise<string | null> {
    const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, VERSION: version, NAME: name };
    const options = { maxBytes: 1 << 20, mayRun: true, env };
    const profile = await readPerfData(new Uint8Array(), options, (text) =>
      readForeignText(text, 'perf-script'),
    );
    assert.ok(profile.ok, `${version} ${name}: ${why(profile)}`);
    assert.equal(takeFile(owned), null, `${version} ${name}: a command of the recording was run`);
    return takeFile(asked);
  }

  for (const version of ['5.15.2', '', '6.1.187']) {
    test(`no name in it is read by a shell: version ${version || 'unknown'}`, async () => {
      for (const name of names) await read(version, name.replaceAll('OWNED', owned));
    });
  }

  test('the lines of plain names are asked for, of a perf that starts addr2line itself', async () => {
    for (const name of plainNames) assert.ok(await read('6.1.187', name), name);
    for (const version of ['5.16.0', '5.16.rc1.g12ab', '10.0']) assert.ok(await read(version, '/x'), version);
    for (const version of ['4.18.0-553.el8.x86_64', '5.4.1', '5.15', 'next', ''])
      assert.equal(await read(version, '/x'), null, version);
  });
});

test('a program that does not end is ended', { skip: process.platform === 'win32' }, async () => {
  const request = { command: '/bin/sh', args: ['-c', 'sleep 600'], directory: folder, env: process.env };
  const end = await boundedOutput({ ...request, seconds: 0.2 }, 1000, 'It failed.');
  assert.equal(
    end.ok || sentence(end.problem).replace(/\. .*/, ''),
    'sh did not read this recording within 0.2 seconds',
  );
});
