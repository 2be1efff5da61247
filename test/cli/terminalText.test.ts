/** No name, label, file or comment of a profile steers the terminal that a report is shown on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesWithText } from '../pprof/hostileNames.ts';
import { runAllOnTerminal, runOnTerminal, withoutTerminal } from './pseudoTerminal.ts';
import { temporaryFolder } from './runCli.ts';
import { runHere } from './runHere.ts';

const folder = temporaryFolder();
/** Renames the window, goes up a line, and turns what follows around; then a row of its own. */
const hostile = '\x1b]0;owned\x07\x1b[A\x9b2J\u202e\r\n      9s 99%';
const profile = folder.file(
  'hostile.pb.gz',
  bytesWithText(
    {
      sampleTypes: ['cpuHOSTILE/nanoHOSTILE'],
      binary: '/bin/HOSTILE',
      samples: [
        {
          values: [98],
          stack: ['main.hotHOSTILE aHOSTILE.go:1', 'main.main a.go:9'],
          labels: { keyHOSTILE: 'valueHOSTILE', bytes: [7, 'unitHOSTILE'] },
        },
      ],
      comments: ['commentHOSTILE'],
    },
    'HOSTILE',
    hostile,
  ),
);

const reports = [
  ['summary'],
  ['top'],
  ['tree'],
  ['calltree'],
  ['lines'],
  ['tags'],
  ['traces'],
  ['folded'],
  ['raw'],
  ['dot'],
  ['peek', '.'],
  ['list', '.'],
  ['top', '--json'],
  ['traces', '--json'],
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of hot costs.
const ownColour = /\x1b\[(?:1;31|31|33|0)m/g;

test('on a terminal nothing but text', { skip: withoutTerminal }, async (t) => {
  const commands = [...reports, ['html']].map((report) => [...report, profile]);
  const shown = runAllOnTerminal(commands);
  for (const [i, report] of reports.entries()) {
    await t.test(report.join(' '), async () => {
      const { status, text } = shown[i] ?? { status: null, text: '' };
      assert.equal(status, 0, text);
      assert.doesNotMatch(
        text.replace(ownColour, ''),
        /[^\n\t\P{Cc}]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
      );
      // Where a name may have a line end, the next line could be a row that is none.
      assert.doesNotMatch(text, /^ +9s 99%/m);
      const piped = await runHere(...report, profile);
      assert.equal(piped.status, 0, piped.stderr);
      if (report.includes('--json')) assert.deepEqual(JSON.parse(text), JSON.parse(piped.stdout));
    });
  }
  await t.test('what other programs read is not poured onto it', () => {
    const { status, text } = shown[reports.length] ?? { status: null, text: '' };
    assert.equal(status, 1);
    assert.match(text, /^pprof-lens: This is for other programs.*-o\.\n$/);
  });
});

test('in a pipe names keep their bytes', async () => {
  const { stdout } = await runHere('top', profile);
  assert.ok(stdout.includes(`main.hot${hostile}`), JSON.stringify(stdout));
});

test('what failed is said without control characters, in a pipe too', async () => {
  for (const args of [
    ['top', `none${hostile}`],
    ['top', `--sample-index=x${hostile}`, profile],
    ['peek', `nothing${hostile}`, profile],
    ['list', `(${hostile}`, profile],
    [`command${hostile}`],
    ['top', `--unknown${hostile}`, profile],
    ['compare', `none${hostile}`],
  ]) {
    const { status, stderr } = await runHere(...args);
    assert.ok(status === 1 || status === 2);
    const line = stderr.trimEnd().split('\n').at(-1) ?? '';
    assert.doesNotMatch(stderr, /[^\n\t\P{Cc}]|\u202e/u);
    assert.match(line, /u009b.*9s 99%/, `${args}: ${stderr}`);
  }
});

test('a language server that somebody starts by hand says what it is', { skip: withoutTerminal }, () => {
  const { status, text } = runOnTerminal(['lsp', '--stdio']);
  assert.equal(status, 2);
  assert.match(text, /^usage: pprof-lens lsp --stdio \[--dir=DIR\]\n/);
  assert.match(text, /pprof-lens: This is a language server: an editor starts it/);
});
