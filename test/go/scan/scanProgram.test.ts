// What a source says about profiling its own program.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanner } from './goScanner.ts';

test('the name of func main is found in package main only', () => {
  const text =
    '//go:build linux\n\n/*\nfunc main() {}\n*/\npackage main\n\nfunc mainly() {}\n\nfunc main() { }\n';
  assert.deepEqual(scanner.program(text).main, {
    startLine: 9,
    startCharacter: 5,
    endLine: 9,
    endCharacter: 9,
  });
  assert.equal(scanner.program('package p\n\nfunc main() {}\n').main, null);
  assert.equal(scanner.program('package main\n\nfunc (t T) main() {}\n').main, null);
  assert.equal(scanner.program('').main, null);
});

const flagCases: [source: string, flags: string[]][] = [
  ['var f = flag.String("cpuprofile", "", "write here")', ['cpu cpuprofile']],
  ['func init() { flag.StringVar(&f, "memprofile", "", "") }', ['mem memprofile']],
  ['func init() { c.Flags().StringVarP(&f, "cpu-profile", "", "", "") }', ['cpu cpu-profile']],
  ['func init() { c.PersistentFlags().String(`profile.cpu`, "", "") }', ['cpu profile.cpu']],
  [
    'func init() { fs.String("blockprofile", "", ""); fs.String("mutexprof", "", "") }',
    ['block blockprofile', 'mutex mutexprof'],
  ],
  ['var f = flag.Bool("cpuprofile", false, "")', []],
  ['var f = flag.String("profile", "default", "the user\'s profile")', []],
  ['var f = usage("x", "y", "cpuprofile")', []],
];

for (const [source, flags] of flagCases) {
  test(`flags in ${source}`, () => {
    const found = scanner.program(`package main\n\n${source}\n`).flags;
    assert.deepEqual(
      found.map(({ kind, name }) => `${kind} ${name}`),
      flags,
    );
  });
}

test('its own server: the import, and the addresses, the one that it listens on first', () => {
  const text = `package main

import (
	"net/http"
	_ "net/http/pprof"
)

const other = "localhost:7000"

func main() {
	go http.ListenAndServe(":6060", nil)
	println("99:1", "host:80", ":0", ":70000")
}
`;
  const { servesProfiles, addresses, startsCpuProfile } = scanner.program(text);
  assert.deepEqual(
    { servesProfiles, addresses, startsCpuProfile },
    {
      servesProfiles: true,
      addresses: ['localhost:6060', 'localhost:7000'],
      startsCpuProfile: false,
    },
  );
});

test('a call that starts a CPU profile is one under any name of its package', () => {
  assert.ok(scanner.program('package main\n\nfunc f() { p.StartCPUProfile(w) }\n').startsCpuProfile);
});
