// Files that Go leaves out of a build: our reason against Go's own decision.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { type BuildFacts, leftOut } from '../../../src/go/scan/buildConstraint.ts';
import { goModule } from '../goModule.ts';

const facts: BuildFacts = { goos: 'linux', goarch: 'amd64', cgo: true, version: 'go1.26.1', tags: ['set'] };

function of(name: string, constraint = '', tags = facts.tags) {
  const line = constraint === '' ? '' : `//go:build ${constraint}\n\n`;
  return leftOut(name, `// Copyright\n\n${line}package m\n`, { ...facts, tags });
}

describe('a file that is left out', () => {
  test('of which tags would help: the fewest', () => {
    assert.deepEqual(of('m_test.go', 'bench'), { why: 'tags', tags: ['bench'] });
    assert.deepEqual(of('m_test.go', 'linux && bench'), { why: 'tags', tags: ['bench'] });
    assert.deepEqual(of('m_test.go', 'a && (b || c && d)'), { why: 'tags', tags: ['a', 'b'] });
    assert.deepEqual(of('m_test.go', '!bench && slow'), { why: 'tags', tags: ['slow'] });
  });

  test('for another system, another Go, or a build without a tag that is set', () => {
    for (const constraint of ['windows', '!linux', 'bench && windows', 'go1.27', '!set', 'race', '!unix']) {
      assert.deepEqual(of('m_test.go', constraint), { why: 'system', constraint }, constraint);
    }
    assert.deepEqual(of('m_windows_test.go'), { why: 'system', constraint: 'windows' });
    assert.deepEqual(of('m_linux_arm64_test.go'), { why: 'system', constraint: 'linux && arm64' });
    assert.deepEqual(of('m_wasm_test.go', 'bench'), { why: 'system', constraint: 'wasm' });
  });

  test('by the tag that no build sets', () => {
    assert.deepEqual(of('m_test.go', 'ignore'), { why: 'ignore' });
  });
});

test('a line that only looks like a constraint has no say', () => {
  for (const text of [
    'package m\n\n//go:build bench\n',
    '/*\n//go:build bench\n*/\npackage m\n',
    '//go:build (bench\npackage m\n',
    '// go:build bench\n\npackage m\n',
  ]) {
    assert.equal(leftOut('m_test.go', text, facts), null, text);
  }
});

test('Go decides the same', () => {
  const constraints =
    'bench linux windows unix !cgo go1.1 go1.999 linux&&amd64||bench !(bench||slow) ignore gc'.split(' ');
  const names = [
    'a_test.go',
    'a_linux_test.go',
    'a_windows_test.go',
    'a_amd64_test.go',
    'linux_test.go',
    'a_unix_test.go',
  ];
  const files = new Map(names.map((name) => [`z${name}`, 'package m\n']));
  for (const [i, constraint] of constraints.entries()) {
    files.set(`c${i}_test.go`, `//go:build ${constraint}\n\npackage m\n`);
  }
  const module = goModule(Object.fromEntries(files));
  const format = '{{range .IgnoredGoFiles}}{{.}} {{end}}';
  const go = (...args: string[]) =>
    execFileSync('go', args, { cwd: module.directory, encoding: 'utf8' }).trim();
  const ignored = go('list', '-e', '-f', format, '.').split(' ').sort();
  const [goos = '', goarch = '', cgo, version = ''] = go(
    'env',
    'GOOS',
    'GOARCH',
    'CGO_ENABLED',
    'GOVERSION',
  ).split('\n');
  const here: BuildFacts = { goos, goarch, cgo: cgo === '1', version, tags: [] };
  const ours = [...files].flatMap(([name, text]) => (leftOut(name, text, here) === null ? [] : name)).sort();
  assert.deepEqual(ours, ignored);
});
