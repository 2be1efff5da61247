/** What `go version -m` prints of a program. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBuildInfo } from '../../../src/go/binary/buildInfo.ts';

// As Go 1.26 printed it of a test binary.
const printed = `/tmp/pprof: lens/m.test: go1.26.8 X:nodwarf5
\tpath\texample.com/m.test
\tmod\texample.com/m\t(devel)\t
\tdep\tgolang.org/x/text\tv0.3.0\th1:YWJj=
\tbuild\t-ldflags="-s -w"
\tbuild\tCGO_CFLAGS=
\tbuild\tGOAMD64=v1
`;

test('the versions and the settings', () => {
  const { goVersion, version, settings } = readBuildInfo(printed);
  assert.deepEqual([goVersion, version], ['go1.26.8 X:nodwarf5', '(devel)']);
  assert.deepEqual(Object.fromEntries(settings), { '-ldflags': '"-s -w"', CGO_CFLAGS: '', GOAMD64: 'v1' });
});
