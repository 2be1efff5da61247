import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { sentence } from '../../src/base/result.ts';
import { readProfileFile } from '../../src/go/profiles/profileFile.ts';
import { temporaryFolder } from '../cli/runCli.ts';
import { documentOf, pathOf } from './data.ts';

type Manifest = Readonly<Record<string, { readonly accepted: boolean; readonly pprof: string }>>;

/** The code of our problem for each file that is refused. */
const expectedCodes: Readonly<Record<string, string>> = {
  'bomb-gzip-3GiB-of-zeros': 'too-large',
  elf: 'not-a-profile',
  empty: 'empty',
  'field-length-huge': 'truncated',
  'field-length-past-end': 'truncated',
  'function-id-duplicate': 'function-id-duplicate',
  'function-id-zero': 'function-missing',
  'function-missing': 'function-missing',
  'go-coverage': 'not-a-profile',
  'gzip-bad-crc': 'gzip-bad-crc',
  'gzip-bad-length': 'gzip-bad-length',
  'gzip-flipped-byte': 'gzip-bad-crc',
  'gzip-header-only': 'gzip-truncated',
  'gzip-of-nothing': 'empty',
  'gzip-of-text': 'not-a-profile',
  'gzip-trailing-garbage': 'gzip-trailing-garbage',
  'gzip-truncated-half': 'gzip-truncated',
  'gzip-truncated-last-byte': 'gzip-truncated',
  'gzip-truncated-quarter': 'gzip-truncated',
  json: 'not-a-profile',
  'location-id-duplicate': 'location-id-duplicate',
  'location-id-zero': 'location-id-zero',
  'location-missing': 'location-missing',
  'mapping-duplicate': 'mapping-id-duplicate',
  'negative-string-index': 'bad-string-index',
  'nested-message-overruns': 'not-a-profile',
  'no-sample-type': 'no-sample-type',
  'no-string-table': 'bad-string-index',
  'one-byte': 'not-a-profile',
  'proto-corrupted-every-97th': 'not-a-profile',
  'proto-truncated-half': 'truncated',
  'proto-truncated-last-byte': 'truncated',
  'proto-truncated-tenth': 'truncated',
  'proto-truncated-third': 'truncated',
  random: 'not-a-profile',
  'sample-type-without-samples': 'no-sample-type',
  'string-index-out-of-range': 'bad-string-index',
  'string-table-first-not-empty': 'first-string-not-empty',
  text: 'not-a-profile',
  'value-count-too-few': 'value-count',
  'value-count-too-many': 'value-count',
  'varint-overlong': 'varint-too-long',
  'varint-unterminated': 'truncated',
  'wire-type-3-group': 'unknown-wire-type',
  'wire-type-7': 'unknown-wire-type',
  'wire-type-wrong-for-sample': 'wrong-wire-type',
  'wire-type-wrong-for-string': 'wrong-wire-type',
  zeros: 'not-a-profile',
};

const folder = temporaryFolder();
const bomb = 'bomb-gzip-3GiB-of-zeros';

function inputPath(name: string): string {
  if (name !== bomb) return pathOf('malformed', name);
  return folder.file(name, gunzipSync(readFileSync(pathOf('malformed', `${name}.gz`))));
}

test('malformed files are accepted and rejected as by the tool', async (t) => {
  for (const [name, { accepted }] of Object.entries(documentOf<Manifest>('malformed', 'manifest.json'))) {
    await t.test(name, async () => {
      const read = await readProfileFile(inputPath(name));
      // For an empty file, the reader returns no data. Its callers have a sentence for it.
      const code = read.ok ? (read.value === null ? 'empty' : 'accepted') : read.problem.code;
      assert.equal(code, accepted ? 'accepted' : expectedCodes[name]);
      if (!read.ok) assert.match(sentence(read.problem), /^[A-Z].*\.$/);
    });
  }
});
