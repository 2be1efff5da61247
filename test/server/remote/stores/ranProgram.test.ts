/** Where no label says the version, the stamp of the program that ran does. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readBuildInfo } from '../../../../src/go/binary/buildInfo.ts';
import { stampIn } from '../../../../src/go/binary/vcsStamp.ts';
import { readProfileBytes } from '../../../../src/go/profiles/profileFile.ts';
import { namedFilesAt } from '../../../../src/go/sources/namedFiles.ts';
import { bareRoots } from '../../../../src/go/sources/sourceRoots.ts';
import type { Profile } from '../../../../src/pprof/profile.ts';
import { productionSources } from '../../../../src/server/remote/stores/production.ts';
import { findStamp, type NamedProgram, stampOf } from '../../../../src/server/remote/stores/ranProgram.ts';
import { gitEnvironment, goRepository } from '../../../go/git/repository.ts';
import { succeeded } from '../../../why.ts';

const program = `package main

import (
	"os"
	"runtime/pprof"
	"time"
)

func main() {
	file, _ := os.Create(os.Args[1])
	pprof.StartCPUProfile(file)
	work()
	pprof.StopCPUProfile()
	file.Close()
}

func work() {
	n := 0
	for start := time.Now(); time.Since(start) < 400*time.Millisecond; {
		n++
	}
}
`;

const repository = goRepository({ 'main.go': program, 'other.go': 'package main\n\nvar _ = 1\n' });
const env = gitEnvironment;
const folder = repository.directory;
const files = namedFilesAt([folder]);
const go = {
  command: path.join(execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim(), 'bin/go'),
  directory: folder,
  env,
};
const place = { folder, files, installed: [], go };

/** Builds the program, and lets it work. */
async function run(name: string): Promise<Profile> {
  const file = path.join(repository.temporary, name);
  execFileSync('go', ['build', '-buildvcs=true', '-o', file, '.'], { cwd: folder, env });
  execFileSync(file, [`${file}.pb.gz`]);
  return succeeded(await readProfileBytes(new Uint8Array(readFileSync(`${file}.pb.gz`)), { mayRun: false }));
}

const sourcesOf = (profile: Profile, asked: NamedProgram[] = []) =>
  productionSources(profile, [], {
    folder,
    roots: bareRoots({}, files.exists),
    files,
    env,
    isTrusted: true,
    findStamp: (wanted) => {
      asked.push(wanted);
      return findStamp(wanted, place);
    },
  });

const skip = process.platform === 'linux' ? false : 'only programs of Linux have GNU build ids';

test('the commit of the program that ran has the texts of all files of its packages', { skip }, async () => {
  const commit = repository.git('rev-parse', '--short=7', 'HEAD').trim();
  const profile = await run('shop');
  const found = await sourcesOf(profile);
  assert.deepEqual(found.problems, []);
  assert.deepEqual(found.commits, [commit]);
  assert.equal(found.unknownProgram, null);
  assert.equal(found.snapshot.textOf(path.join(folder, 'main.go')), program);
  // A file without samples is of the code, too: otherwise it would count as new since.
  assert.ok(found.snapshot.has(path.join(folder, 'other.go')));
});

test('the program is looked for in the usual places, and another build is not taken', { skip }, async () => {
  const profile = await run('lost');
  const file = path.join(repository.temporary, 'lost');
  renameSync(file, `${file}-moved`);
  const asked: NamedProgram[] = [];
  const unknown = await sourcesOf(profile, asked);
  assert.deepEqual(unknown.commits, []);
  const [wanted] = asked;
  assert.ok(wanted !== undefined);
  assert.deepEqual(unknown.unknownProgram, wanted);
  assert.equal(path.basename(wanted.file), 'lost');
  const installed = await findStamp(
    { ...wanted, file: '/srv/lost-moved' },
    { ...place, installed: [repository.temporary] },
  );
  assert.equal(installed?.version, repository.git('rev-parse', 'HEAD').trim());
  const other = await stampOf(`${file}-moved`, { ...wanted, buildId: 'ab'.repeat(20) }, place);
  assert.equal(other.ok ? '' : other.problem.code, 'other-build');
  const none = await stampOf(path.join(folder, 'main.go'), wanted, place);
  assert.equal(none.ok ? '' : none.problem.code, 'not-a-binary');
});

test('of a program that was built with changes, only files count that hold its functions', {
  skip,
}, async () => {
  repository.write({
    'main.go': program
      .replace('func work() {', '// Works.\nfunc work() {\n\tn := 0')
      .replace('\tn := 0\n\tn := 0', '\tn := 0'),
  });
  const profile = await run('dirty');
  repository.git('checkout', '--quiet', 'main.go');
  const found = await sourcesOf(profile);
  assert.equal(found.snapshot.has(path.join(folder, 'main.go')), false);
  assert.equal(found.problems[0]?.code, 'changed-code');
});

test('what `go version -m` prints', () => {
  const head = 'shop: go1.26.1\n\tpath\texample.com/m\n';
  const stamped = `${head}\tmod\texample.com/m\t(devel)\n\tbuild\tvcs=git\n\tbuild\tvcs.revision=abc123\n\tbuild\tvcs.modified=true\n`;
  assert.deepEqual(stampIn(readBuildInfo(stamped)), { version: 'abc123', isModified: true });
  const installed = `${head}\tmod\texample.com/m\tv1.2.0\th1:abc=\n\tdep\texample.com/d\tv9.9.9\n`;
  assert.deepEqual(stampIn(readBuildInfo(installed)), { version: 'v1.2.0', isModified: false });
  assert.equal(stampIn(readBuildInfo(`${head}\tmod\texample.com/m\t(devel)\n`)), null);
});
