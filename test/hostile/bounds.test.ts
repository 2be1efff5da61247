/** The table of bounds in CONTRIBUTING.md says what the code has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** By reader: numbers of its row, and where the code has each. */
const bounds: Readonly<Record<string, readonly (readonly [said: string, file: string, name: string])[]>> = {
  'profile, gzipped or not': [
    ['10,000 sample types', 'pprof/headerFields.ts', 'mostSampleTypes'],
    ['100,000 comments', 'pprof/headerFields.ts', 'mostComments'],
    ['8 frames a byte', 'pprof/tables.ts', 'mostFramesPerByte'],
  ],
  zstd: [['10,000 frames', 'go/profiles/inflate.ts', 'mostFrames']],
  'recordings of others': [
    ['256 MB', 'foreign/json.ts', 'mostBytes'],
    ['8,388,608 objects', 'foreign/json.ts', 'mostObjects'],
    ['10,000 profiles', 'foreign/badRecording.ts', 'mostProfiles'],
    ['2,097,152 different frames', 'foreign/badRecording.ts', 'mostDistinct'],
  ],
  'what a program converts': [
    ['256 MB', 'go/profiles/goLines.ts', 'mostPrinted'],
    ['16 programs', 'go/profiles/goLines.ts', 'mostPrograms'],
    ['262,144 places', 'go/profiles/goLines.ts', 'mostPlaces'],
    ['10 minutes', 'go/profiles/conversion.ts', 'longestSeconds'],
  ],
  'what a program prints': [
    ['64 MB', 'go/toolchain/process.ts', 'mostCaptured'],
    ['64 kB', 'go/toolchain/process.ts', 'keptErrors'],
    ['32 MB', 'go/binary/objdump.ts', 'mostOutput'],
    ['120 s', 'go/binary/objdump.ts', 'patience'],
  ],
  'source files': [['32 MB', 'go/sources/regularFile.ts', 'mostSourceBytes']],
  'records of runs': [['256 MB', 'server/history/runFolders.ts', 'mostRecordBytes']],
  'texts of the benchmark format': [
    ['64 kB', 'bench/benchfmt/parse.ts', 'longestLog'],
    ['250,000 results', 'bench/benchfmt/parse.ts', 'mostMeasurements'],
    ['100 units', 'bench/benchfmt/parse.ts', 'mostUnits'],
    ['100 keys', 'bench/benchfmt/parse.ts', 'mostKeys'],
    ['20,000,000 fields', 'bench/benchfmt/format.ts', 'mostEntries'],
  ],
  'what benchmarks and tests leave': [
    ['100 MB', 'go/profile/attributes.ts', 'mostArtifactBytes'],
    ['10,000 files', 'go/profile/attributes.ts', 'mostArtifactFiles'],
    ['1 MB', 'go/tests/testEvents.ts', 'longestLine'],
    ['100,000 tests', 'go/tests/testEvents.ts', 'mostTests'],
    ['10,000 parts of one', 'go/tests/testEvents.ts', 'mostSubtests'],
  ],
  'what the compiler says of its decisions': [
    ['64 MB a file', 'go/why/askCompiler.ts', 'mostInFile'],
    ['256 MB', 'go/why/askCompiler.ts', 'mostInAll'],
  ],
  'Go texts': [
    ['524,288 characters', 'go/scan/largeSource.ts', 'mostParsed'],
    ['1,000 characters', 'go/scan/scanBody.ts', 'longestName'],
    ['20 blocks', 'go/scan/nesting.ts', 'mostLevels'],
  ],
  '`//go:build`': [
    ['1,000 words', 'go/scan/buildConstraint.ts', 'mostWords'],
    ['8 tags', 'go/scan/buildConstraint.ts', 'mostTags'],
  ],
  'recordings of events by perf': [['1,000,000,000', 'go/counters/recordEvent.ts', 'mostBytes']],
  'counts of valgrind': [
    ['64 MB', 'go/counters/callgrindFile.ts', 'mostBytes'],
    ['100 calls', 'go/counters/calledContexts.ts', 'mostCalls'],
  ],
  Git: [
    ['300 refs', 'go/git/listRefs.ts', 'mostRefs'],
    ['30 commits', 'go/git/listRefs.ts', 'mostCommits'],
    ['100,000 of a range', 'go/git/commitRange.ts', 'mostCommits'],
    ['1,000 files', 'go/git/textsAt.ts', 'mostFiles'],
  ],
  'what a server sends': [
    ['200,000', 'go/servers/serverIndex.ts', 'longestPage'],
    ['25,000 for each second', 'go/servers/serverFigures.ts', 'mostBytesPerSecond'],
    ['256 MB on the disk', 'server/remote/live/watched.ts', 'mostBytes'],
    ['60 moments', 'server/remote/live/watched.ts', 'mostMoments'],
    ['200 profiles', 'go/servers/serverIndex.ts', 'mostProfiles'],
    ['1,000 links', 'go/servers/serverIndex.ts', 'mostLinks'],
    ['10 redirects', 'go/profiles/fetchBytes.ts', 'mostRedirects'],
    ['10 minutes', 'go/profiles/fetchBytes.ts', 'transferSeconds'],
  ],
  'files of certificates': [['10,000,000', 'go/profiles/certificates.ts', 'mostBytes']],
  'lists of a store': [
    ['32 MB', 'go/stores/storeRequest.ts', 'longestList'],
    ['1,000,000 values', 'go/stores/storeBounds.ts', 'values'],
    ['100,000 series', 'go/stores/storeBounds.ts', 'series'],
    ['10,000 types', 'go/stores/storeBounds.ts', 'types'],
    ['16 sample types', 'go/stores/storeBounds.ts', 'sampleTypes'],
    ['10,000 labels', 'go/stores/storeBounds.ts', 'labelNames'],
    ['200,000 values of one', 'go/stores/storeBounds.ts', 'labelValues'],
    ['32 levels', 'go/stores/storeBounds.ts', 'depth'],
  ],
  '`pprof-lens mcp`': [
    ['4,000 characters', 'cli/mcp/tool.ts', 'mostAnswer'],
    ['30 runs', 'cli/mcp/keptRuns.ts', 'mostOwn'],
  ],
  '`pprof-lens http`': [
    ['64 connections', 'cli/http/pageServer.ts', 'mostConnections'],
    ['5 s', 'cli/http/pageServer.ts', 'requestTimeout'],
  ],
};

/** What one of these is in the unit of the code. */
const units: Readonly<Record<string, number>> = { kB: 2 ** 10, MB: 2 ** 20, s: 1000, minutes: 60 };

function saidNumber(said: string): number {
  const [, digits = '', unit = ''] = /^([\d,]+)(?: (kB|MB|s|minutes)\b)?/.exec(said) ?? [];
  return Number(digits.replaceAll(',', '')) * (units[unit] ?? 1);
}

/** The number of a constant, or of a property; products and powers are what bounds are written as. */
function numberIn(file: string, name: string): number {
  const code = readFileSync(`src/${file}`, 'utf8');
  const [, written] =
    new RegExp(`\\bconst ${name} = ([\\d_e* ]+);|\\b${name}: (?:\\{\\s*most: )?([\\d_e* ]+),`)
      .exec(code)
      ?.filter((part) => part !== undefined) ?? [];
  assert.ok(written !== undefined, `${file} has no ${name}`);
  return written
    .split(/(?<!\*)\*(?!\*)/)
    .map((factor) => factor.split('**').map((part) => Number(part.replaceAll('_', ''))))
    .reduce((product, [base = 1, power = 1]) => product * base ** power, 1);
}

const rows = readFileSync('CONTRIBUTING.md', 'utf8')
  .split('| reader | bytes |')[1]!
  .split('\n\n')[0]!
  .split('\n')
  .slice(2);

test('each reader has a row of bounds, and no other', () => {
  assert.deepEqual(
    rows.map((row) => row.split(' | ')[0]!.slice(2)),
    Object.keys(bounds),
  );
});

for (const [reader, numbers] of Object.entries(bounds)) {
  test(reader, () => {
    const row = rows.find((each) => each.startsWith(`| ${reader} |`)) ?? '';
    for (const [said, file, name] of numbers) {
      assert.ok(row.includes(said), `${said} is not in: ${row}`);
      assert.equal(numberIn(file, name), saidNumber(said), `${name} of ${file}`);
    }
  });
}
