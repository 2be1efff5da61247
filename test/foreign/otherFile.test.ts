/** Files of other profilers that we cannot read: the sentence says how a profile comes of them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as zlib from 'node:zlib';
import { gzipSync } from 'node:zlib';
import { property } from '../../src/base/outsideValues.ts';
import { loadProfiles } from '../../src/cli/profiles/loadProfiles.ts';
import { translated } from '../../src/cli/terminal/output.ts';
import { temporaryFolder } from '../cli/runCli.ts';
import { runHere } from '../cli/runHere.ts';
import { refused } from '../why.ts';

const folder = temporaryFolder();

const files: readonly (readonly [what: string, content: string | Buffer, sentence: RegExp])[] = [
  ['Java Flight Recorder', Buffer.from('FLR\0\0\x02\0\x01\0\0', 'latin1'), /jfrconv -o pprof --lines/],
  ['a heap dump of Java', Buffer.from('JAVA PROFILE 1.0.2\0', 'latin1'), /asprof -e alloc/],
  ['gprof', Buffer.from('gmon\x01\0\0\0', 'latin1'), /perf record -g/],
  ['.NET', Buffer.from('Nettrace\x14\0\0\0!FastSerialization.1', 'latin1'), /dotnet-trace convert/],
  ['cProfile', Buffer.from('fb2903fa083c737472696e673ee9010000', 'hex'), /py-spy record/],
  ['callgrind', '# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n', /KCachegrind/],
  ['sample of macOS', 'Analysis of sampling shop (pid 4711) every 1 millisecond\n', /stackcollapse-sample/],
  ['bpftrace', 'Attaching 1 probe...\n\n@[\n    main+5\n]: 3\n', /stackcollapse-bpftrace/],
  ['perf report', '# To display the perf.data header info, please use --header\n#\n', /perf script/],
  ['node --prof', 'v8-version,11,3,244,8,-node.38,0\nv8-platform,linux,linux\n', /node --cpu-prof/],
  ['a report of pprof', 'File: shop\nType: cpu\nShowing nodes\n', /Open the profile itself/],
  ['a heap snapshot', '{"snapshot":{"meta":{"node_fields":["type"]}},"nodes":[1]}', /node --heap-prof/],
  ['a trace of Chrome', '{"traceEvents":[{"ph":"X","pid":1}]}', /trace of Chrome/],
  ['the same as an array', '[{"name":"a","ph":"X","pid":1,"ts":0}]', /trace of Chrome/],
  ['DHAT', '{"dhatFileVersion":2,"mode":"rust-heap"}', /dh_view/],
  ['JSON of any other kind', '{"name":"a","x":[1,2]}', /This is JSON/],
  ['JSON that is cut off', '{"name":"a","x":[1', /This is JSON/],
];

for (const [what, content, sentence] of files) {
  test(what, async () => {
    for (const bytes of [Buffer.from(content), gzipSync(content)]) {
      const path = folder.path('file');
      writeFileSync(path, bytes);
      const loaded = refused(await loadProfiles([path], {}));
      const told = translated(loaded);
      assert.match(told, sentence);
      assert.match(told, /^This is [^\n]*\.$/);
    }
  });
}

test('the command line says the sentence, and nothing else', async () => {
  const path = folder.file('profiler.out', gzipSync('{"traceEvents":[{"ph":"X","pid":1}]}'));
  const told = await runHere('top', path);
  assert.deepEqual([told.status, told.stdout], [1, '']);
  assert.match(told.stderr, /^pprof-lens: This is a trace of Chrome[^\n]*\.\n$/);
});

test('a profile that zstd has compressed opens where Node.js can decompress it; elsewhere a sentence says how', async () => {
  const zipped = join(import.meta.dirname, 'profiles/rust.pb.zst');
  const told = await runHere('top', zipped);
  if (property(zlib, 'zstdDecompressSync') === undefined) {
    assert.match(told.stderr, /compressed with zstd\. Decompress it with `zstd -d` first\.\n$/);
    return;
  }
  const plain = await runHere('top', join(import.meta.dirname, 'profiles/rust.pb'));
  assert.equal(told.stdout, plain.stdout);
  const bytes = readFileSync(zipped);
  for (const damaged of [bytes.subarray(0, 3000), Buffer.concat([bytes, Buffer.from('more')])]) {
    const path = folder.path('damaged.pb.zst');
    writeFileSync(path, damaged);
    assert.match((await runHere('top', path)).stderr, /cut off or damaged/);
  }
  assert.match((await runHere('top', '--max-bytes=1000', zipped)).stderr, /more than 1000 bytes/);
});
