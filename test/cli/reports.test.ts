import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { profileBytes } from '../pprof/builder.ts';
import { cliArguments, runCli, temporaryFolder } from './runCli.ts';
import { runHere } from './runHere.ts';

const folder = temporaryFolder();

const small = folder.file(
  'small.pb',
  profileBytes({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: [
      { values: [2, 20_000_000], stack: ['leaf a.go:10', 'main main.go:5'] },
      { values: [1, 10_000_000], stack: ['main main.go:6'] },
    ],
    timeNanos: 1_700_000_000_123_456_789n,
    durationNanos: 2_000_000_000n,
    period: 10_000_000n,
    periodType: 'cpu/nanoseconds',
    comments: ['made by hand'],
  }),
);

const profile = {
  sampleTypes: [
    { type: 'samples', unit: 'count' },
    { type: 'cpu', unit: 'nanoseconds' },
  ],
  sampleType: { type: 'cpu', unit: 'nanoseconds' },
  total: 30_000_000,
  samples: 2,
  durationNanos: 2_000_000_000,
  // This value has more digits than a JSON number.
  timeNanos: '1700000000123456789',
  period: 10_000_000,
  periodType: { type: 'cpu', unit: 'nanoseconds' },
  comments: ['made by hand'],
  docURL: '',
};

test('every JSON document says what the profile is', async () => {
  const { status, stdout, stderr } = await runHere('summary', '--json', small);
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual(JSON.parse(stdout), { profile });
});

test('top lists functions with flat and cum', async () => {
  const { stdout } = await runHere('top', '--json', '--granularity=lines', small);
  const rows = [
    {
      label: 'leaf a.go:10',
      name: 'leaf',
      file: 'a.go',
      line: 10,
      address: '',
      flat: 20_000_000,
      cum: 20_000_000,
    },
    {
      label: 'main main.go:6',
      name: 'main',
      file: 'main.go',
      line: 6,
      address: '',
      flat: 10_000_000,
      cum: 10_000_000,
    },
    {
      label: 'main main.go:5',
      name: 'main',
      file: 'main.go',
      line: 5,
      address: '',
      flat: 0,
      cum: 20_000_000,
    },
  ];
  assert.deepEqual(JSON.parse(stdout), { profile, rows });
});

test('lines lists costs by file and line, of the sample type asked for', async () => {
  const { stdout } = await runHere('lines', '--json', '--sample-index', 'samples', small);
  assert.deepEqual(JSON.parse(stdout).files, [
    { file: 'a.go', lines: [{ line: 10, flat: 2, cum: 2 }] },
    {
      file: 'main.go',
      lines: [
        { line: 5, flat: 0, cum: 2 },
        { line: 6, flat: 1, cum: 1 },
      ],
    },
  ]);
});

test('--owned has what own code is charged with, by cause', async () => {
  const file = folder.file(
    'owned.pb',
    stackProfileBytes({
      sampleTypes: ['cpu/nanoseconds'],
      samples: [
        'shop/cart.Outer:1@o.go shop/cart.Inner:7@a.go 100',
        'shop/cart.Outer:1@o.go shop/cart.Inner:7@a.go runtime.newobject runtime.mallocgc 300',
        'shop/cart.Outer:1@o.go encoding/json.Marshal 50',
        'runtime.gcBgMarkWorker 50',
      ],
    }),
  );
  const inner = {
    owned: 400,
    cum: 400,
    causes: [
      { cause: 'allocation', value: 300 },
      { cause: 'own', value: 100 },
    ],
  };
  const library = { cause: 'library', package: 'encoding/json', isStandard: true };
  const outer = { owned: 50, cum: 450, causes: [{ ...library, value: 50 }] };
  const elsewhere = { owned: 50, causes: [{ cause: 'collector', value: 50 }] };
  const json = async (report: string) => {
    const { profile: _, ...rest } = JSON.parse((await runHere(report, '--owned', '--json', file)).stdout);
    return rest;
  };
  assert.deepEqual(await json('lines'), {
    files: [
      { file: 'a.go', lines: [{ line: 7, ...inner }] },
      { file: 'o.go', lines: [{ line: 1, ...outer }] },
    ],
    elsewhere,
  });
  const named = (name: string) => ({ label: name, name, file: '', line: 0, address: '' });
  assert.deepEqual(await json('top'), {
    rows: [
      { ...named('shop/cart.Inner'), ...inner },
      { ...named('shop/cart.Outer'), ...outer },
    ],
    elsewhere,
  });
  const { stdout } = await runHere('top', '--owned', '--nodecount=1', file);
  assert.equal(
    stdout.replace(/^Type.*\n/, ''),
    `Showing nodes accounting for 400ns, 80.00% of 500ns total
Showing top 1 nodes out of 2
     owned owned%   sum%        cum   cum%
     400ns 80.00% 80.00%      400ns 80.00%  shop/cart.Inner
     300ns 60.00%                           allocation
     100ns 20.00%                           own work
      50ns 10.00% 90.00%                    (no code of yours)
      50ns 10.00%                           garbage collector
`,
  );
  const { status, stderr } = await runHere('peek', '--owned', '.', file);
  assert.equal(status, 2);
  assert.match(stderr, /^pprof-lens: Only top and lines have --owned\.$/m);
});

test('lines has options for inlined calls, means and positive lines', async () => {
  const inlined = folder.file(
    'inlined.pb',
    profileBytes({
      sampleTypes: ['objects/count', 'space/bytes'],
      samples: [
        { values: [2, 64], stack: [['make a.go:3', 'caller a.go:20']] },
        { values: [1, 8], stack: ['caller a.go:20'] },
        { values: [-1, -16], stack: ['freed a.go:30'] },
      ],
    }),
  );
  const lines = async (...args: string[]) =>
    JSON.parse((await runHere('lines', '--json', ...args, inlined)).stdout).files[0].lines;
  const three = { line: 3, flat: 64, cum: 64 };
  const thirty = { line: 30, flat: -16, cum: -16 };
  assert.deepEqual(await lines(), [three, { line: 20, flat: 8, cum: 72 }, thirty]);
  assert.deepEqual(await lines('--noinlines'), [{ line: 20, flat: 72, cum: 72 }, thirty]);
  assert.deepEqual(await lines('--drop-negative'), [three, { line: 20, flat: 8, cum: 72 }]);
  assert.deepEqual(await lines('--mean'), [
    { line: 3, flat: 32, cum: 32 },
    { line: 20, flat: 8, cum: 24 },
    { line: 30, flat: 16, cum: 16 },
  ]);
});

test('values that a JSON number cannot hold are digits', async () => {
  const value = 2n ** 63n - 1n;
  const large = folder.file('large.pb', profileBytes({ samples: [{ values: [value], stack: ['main'] }] }));
  const { stdout } = await runHere('top', '--json', large);
  const { profile: described, rows } = JSON.parse(stdout);
  assert.equal(described.total, String(value));
  assert.deepEqual([rows[0].flat, rows[0].cum], [String(value), String(value)]);
});

test('text is a table in one unit', async () => {
  const { stdout } = await runHere('top', small);
  assert.deepEqual(stdout.split('\n').slice(-4), [
    '      flat  flat%   sum%        cum   cum%',
    '      20ms 66.67% 66.67%       20ms 66.67%  leaf',
    '      10ms 33.33%   100%       30ms   100%  main',
    '',
  ]);
});

test('pprof spells granularities as flags, and no limit as a negative one', async () => {
  const rows = async (...args: string[]) =>
    JSON.parse((await runHere('top', '--json', ...args, small)).stdout).rows;
  assert.deepEqual(await rows('-lines', '-nodecount=-1'), await rows('--granularity=lines'));
  assert.equal((await rows('--nodecount', '1')).length, 1);
});

test('- is standard input', () => {
  const input = readFileSync(small);
  const run = spawnSync(process.execPath, cliArguments('summary', '--json', '-'), {
    input,
    encoding: 'utf8',
  });
  assert.deepEqual(JSON.parse(run.stdout), { profile });
});

test('a process ends with the status, and writes where the command does', async () => {
  for (const args of [
    ['top', small],
    ['top', folder.path('none.pb')],
    ['tpo', small],
  ]) {
    assert.deepEqual(await runCli(...args), await runHere(...args));
  }
});

const failures: [what: string, args: string[], status: number, message: RegExp][] = [
  ['a file that is not there', ['top', folder.path('none.pb')], 1, /There is no file/],
  ['an empty file', ['top', folder.file('empty.pb', new Uint8Array())], 1, /empty/],
  ['something else', ['top', folder.file('x.txt', Buffer.from('hello'))], 1, /not a pprof profile/],
  ['an unknown sample type', ['top', '--sample-index=cup', small], 2, /no sample type cup/],
  ['a limit', ['top', '--max-bytes=10', small], 1, /more than 10 bytes/],
  ['an unknown option', ['top', '--frob', small], 2, /Unknown option --frob\./],
  ['a mistyped option', ['top', '--focs=x', small], 2, /Unknown option --focs\. Did you mean --focus\?/],
  ['a wrong value', ['top', '--granularity=words', small], 2, /--granularity cannot be words/],
  ['a missing value', ['top', small, '--unit'], 2, /--unit needs a value/],
  ['no profile', ['top'], 2, /Name a profile/],
  ['an unknown command', ['tpo', small], 2, /no command tpo\. Did you mean top\?/],
  ['no command', [], 2, /Name a command/],
  ['no pattern', ['peek', small], 2, /Name a pattern and a profile|Name a profile/],
  ['two kinds of base', ['top', '--base', small, '--diff-base', small, small], 2, /not both/],
  ['no JSON form', ['raw', '--json', small], 2, /no JSON form/],
  ['a broken pattern', ['top', '--focus=(', small], 2, /missing closing/],
  ['nothing that matches', ['peek', 'nobody', small], 1, /Nothing in the profile matches nobody/],
  ['a divisor of 0', ['top', '--divide-by=0', small], 2, /divided by 0/],
  ['a file that cannot be written', ['top', '-o', folder.path('none/out'), small], 1, /cannot be written/],
];

for (const [what, args, status, message] of failures) {
  test(`${what}: exit status ${status}, one sentence, nothing on stdout`, async () => {
    const run = await runHere(...args);
    assert.equal(run.status, status);
    assert.equal(run.stdout, '');
    const lines = run.stderr.trimEnd().split('\n');
    const last = lines.pop() ?? '';
    assert.match(last, /^pprof-lens: /);
    assert.match(last, message);
    if (status === 1) assert.deepEqual(lines, []);
    else assert.match(run.stderr, /usage:/);
    if (args.length > 0) assert.ok(lines.length < 6, run.stderr);
  });
}

test('names, labels, units and paths stay text in a drawn graph', async () => {
  const evil = 'v" URL="javascript:alert(1)" x="\\';
  const hostile = folder.file(
    'hostile.pb',
    profileBytes({
      sampleTypes: [`samples/${evil}`],
      samples: [
        {
          values: [2],
          stack: [`leaf${evil} C:\\\\a"${evil}.go:10`, 'main main.go:5'],
          labels: { [evil]: evil },
        },
        { values: [3], stack: ['leaf\u0001 a.go:10', 'main main.go:5'], labels: { bytes: 7 } },
      ],
      binary: `/bin/${evil}`,
    }),
  );
  const out = folder.path('hostile.svg');
  const drawn = await runCli('graph', '-o', out, hostile);
  assert.equal(drawn.status, 0, drawn.stderr);
  const svg = readFileSync(out, 'utf8');
  assert.doesNotMatch(svg, /href=/);
  assert.doesNotMatch(svg, /[^\n\t\P{Cc}]/u);
  assert.match(svg, /javascript:alert/, 'the text is there');
});
