/** The prompt: `pprof-lens PROFILE`. google/pprof's own, built from its newest module, is the judge of a session. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildPprof } from '../fuzz/reference.ts';
import { skipWithoutJudge } from '../judges.ts';
import { profileBytes } from '../pprof/builder.ts';
import { typeOnTerminal, withoutTerminal } from './pseudoTerminal.ts';
import { cliRun, outcomeOf, runCliWith, temporaryFolder } from './runCli.ts';
import { runHere } from './runHere.ts';

const folder = temporaryFolder();

/** Values far enough apart that pprof's limits leave some out. */
const path = folder.file(
  'prompt.pb',
  profileBytes({
    sampleTypes: ['contentions/count', 'delay/nanoseconds'],
    comments: ['taken by hand'],
    samples: [
      {
        values: [2, 50_000_000],
        stack: ['shop.parse shop.go:10', 'shop.serve shop.go:40', 'main main.go:5'],
      },
      { values: [3, 30_000_000], stack: ['shop.scan scan.go:7', 'shop.serve shop.go:41', 'main main.go:5'] },
      { values: [9, 9_000_000], stack: ['shop.write out.go:3', 'main main.go:6'], labels: { user: 'ann' } },
      { values: [1, 1_000], stack: ['shop.log out.go:9', 'main main.go:7'], labels: { user: 'bob' } },
    ],
  }),
);

const session = `delay
o
top
top2 -cum
focus=scan|parse
nosuch
top
tree 3 serve -parse
peek serve
:
contentions
mean_delay
top1
mean=f
tags
tags ann
comments
cum=true
lines=true
top 5 //: no comment, but a pattern
top5
unit=us   //: a comment
noinlines
text3
nodecount=2
top
trim=f
nodecount=-1
traces
list nothing
top 3 > ${folder.path('top.txt')}
quit
top
`;

const judge = await buildPprof().catch((error: unknown) => {
  const reason = `google/pprof cannot be built: ${error instanceof Error ? error.message : String(error)}`;
  skipWithoutJudge(reason);
  return null;
});

test('a session prints what that of the newest pprof prints', { skip: judge === null }, async () => {
  const program = spawn(judge!, ['-symbolize=none', path], { stdio: ['pipe', 'pipe', 'pipe'] });
  program.stdin.end(session);
  const theirs = await outcomeOf(program);
  const written = readFileSync(folder.path('top.txt'), 'utf8');
  const ours = await runCliWith(session, path);
  assert.equal(ours.stdout, theirs.stdout);
  assert.equal(readFileSync(folder.path('top.txt'), 'utf8'), written);
  const options = (text: string) => text.split('\n').filter((line) => /^ {2}\S+ +=/.test(line));
  assert.deepEqual(options(ours.stderr), options(theirs.stderr));
  assert.equal(ours.status, 0);
});

test('what is wrong is said in a sentence, and the prompt goes on', async () => {
  const { stdout, stderr, status } = await runCliWith(
    'nosuch\npeek\nfocus\nsample_index=no\nfocus=(\ntop\nfocus=\ncomments\nhelp nothing\n',
    path,
  );
  assert.equal(status, 0);
  assert.equal(stdout, 'taken by hand\n');
  for (const said of [
    'There is no command nosuch. Type help for all commands.',
    'peek needs a pattern: peek REGEX.',
    'Give a value: focus=VALUE.',
    'There is no help about nothing.',
  ]) {
    assert.ok(stderr.includes(said), said);
  }
  assert.match(stderr, /no sample type no\b/);
  assert.match(stderr, /pattern|expression/);
});

test('help names each command and option, and explains one', async () => {
  const { stderr } = await runCliWith('help\nhelp focus\nhelp peek\n', path);
  for (const name of ['top', 'callgrind', 'focus', 'sample_index', 'quit']) {
    assert.match(stderr, new RegExp(`^ {2}.*\\b${name}\\b`, 'm'), name);
  }
  assert.match(stderr, /^focus: only samples/m);
  assert.match(stderr, /^peek: .*peek REGEX/m);
});

test('a report that is a file is written into a new one', async () => {
  const { stderr, stdout } = await cliRun([path], { directory: folder.path('.'), input: 'proto\nproto\n' });
  assert.equal(stdout, '');
  assert.match(stderr, /Wrote profile001\.pb\.gz\.\nWrote profile002\.pb\.gz\./);
  assert.ok(existsSync(folder.path('profile002.pb.gz')));
});

test('on a terminal: a prompt, completion, history', { skip: withoutTerminal }, async () => {
  const [up, tab, enter] = ['\x1b[A', '\t', '\r'];
  const { text, status } = await typeOnTerminal(
    [path],
    [
      ['(pprof) ', 'commen'],
      ['commen', tab],
      ['ts', enter],
      ['(pprof) ', 'peek op.pars'],
      ['op.pars', tab],
      // As a pattern that matches only this name.
      ['shop\\.parse', enter],
      ['(pprof) ', up],
      ['peek', up],
      ['comments', enter],
      ['(pprof) ', 'q'],
      ['q', enter],
    ],
  );
  assert.equal(status, 0, text);
  assert.match(text, /\| shop\.parse/);
  assert.equal(text.match(/^taken by hand$/gm)?.length, 3, 'once in the greeting, twice asked for');
});

test('options without a profile, and standard input as a profile, are wrong arguments', async () => {
  const none = await runHere('--cum');
  assert.equal(none.status, 2);
  assert.match(none.stderr, /Name a profile/);
  const standard = await runHere('--cum', '-');
  assert.equal(standard.status, 2);
  assert.match(standard.stderr, /Standard input is for the commands/);
});

test('what is neither a command nor a profile is said', async () => {
  const { status, stderr } = await runHere('tpo', path);
  assert.equal(status, 2);
  assert.match(stderr, /There is no command tpo/);
});
