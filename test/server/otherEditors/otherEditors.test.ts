/** Neovim and Emacs, set up as the documentation says: a benchmark is profiled, and its costs are seen. Nobody presses a key. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cliArguments, outcomeOf } from '../../cli/runCli.ts';
import { filesBelow } from '../../editor/files.ts';
import { onPath } from '../../editor/system.ts';
import { testFolder } from '../../testFolder.ts';

const here = import.meta.dirname;
const page = readFileSync('media/docs/editors.md', 'utf8');

/** Milliseconds for each step, on a busy machine. */
const patience = Number(process.env.PATIENCE ?? 300_000);

/** What the page has of a language, with settings for a quick run. */
function snippets(language: string): string[] {
  // So many operations that what the runtime allocates by itself is rounded away.
  const quick: readonly [string, string][] = [
    ['count = 3', "count = 1, benchtime = '20000x', kinds = { 'mem' }"],
    [':count 3', ':count 1 :benchtime "20000x" :kinds ["mem"]'],
  ];
  const found = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
  return found.map(([, text = '']) => quick.reduce((all, [usual, fast]) => all.replace(usual, fast), text));
}

interface Seen {
  readonly problem?: string;
  readonly lens?: string;
  readonly actions: readonly string[];
  readonly result?: string;
  readonly costs: readonly (readonly [line: number, text: string])[];
  readonly hover: string;
  readonly diagnostic: string;
  /** What the editor has printed. */
  readonly printed: string;
}

/** Starts an editor in a small module, and waits for its end. */
async function seenIn(
  program: string,
  args: readonly string[],
  setUp: Readonly<Record<string, string>>,
): Promise<Seen> {
  const folder = testFolder({
    'work/go.mod': 'module example.com/m\n\ngo 1.24\n',
    'work/m.go': 'package m\n\nvar kept *[64]byte\n\nfunc work() {\n\tkept = new([64]byte)\n}\n',
    'work/m_test.go':
      'package m\n\nimport "testing"\n\nfunc BenchmarkWork(b *testing.B) {\n\tfor b.Loop() {\n\t\twork()\n\t}\n}\n',
    'bin/pprof-lens': `#!/bin/sh\nexec "${process.execPath}" "${cliArguments()[0]}" "$@"\n`,
    'home/x': '',
    'tmp/x': '',
    ...setUp,
  });
  chmodSync(join(folder, 'bin/pprof-lens'), 0o755);
  const seen = join(folder, 'seen.json');
  const go = JSON.parse(
    execFileSync('go', ['env', '-json', 'GOCACHE', 'GOMODCACHE', 'GOPATH'], { encoding: 'utf8' }),
  );
  const editor = spawn(
    program,
    args.map((each) => each.replace('FOLDER', folder)),
    {
      cwd: join(folder, 'work'),
      env: {
        ...process.env,
        ...go,
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
        HOME: join(folder, 'home'),
        TMPDIR: join(folder, 'tmp'),
        XDG_CONFIG_HOME: join(folder, 'home/config'),
        XDG_CACHE_HOME: join(folder, 'home/cache'),
        XDG_DATA_HOME: join(folder, 'home/data'),
        XDG_STATE_HOME: join(folder, 'home/state'),
        SEEN: seen,
        PATIENCE: String(patience),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const { stdout, stderr } = await outcomeOf(editor);
  const printed = `${stdout}${stderr}`;
  assert.ok(existsSync(seen), printed);
  const read = JSON.parse(readFileSync(seen, 'utf8'));
  const kept = filesBelow(join(folder, 'home/cache/pprof-lens/editors'));
  assert.ok(
    kept.some((file) => /^work-[0-9a-f]{12}\/runs\/[^/]+\/run\.json$/.test(file)),
    kept.join('\n'),
  );
  assert.equal(read.problem, undefined, printed);
  return { ...read, printed };
}

function assertProfiled({ actions, costs, hover, diagnostic, printed }: Seen): void {
  assert.match(actions[0] ?? '', /^Profile /);
  const [line, text] = costs.find(([, each]) => /\/op/.test(each)) ?? [];
  assert.equal(line, 5);
  assert.match(text ?? '', /64\sB\/op/);
  assert.match(hover, /64\sB\/op/);
  assert.match(diagnostic, /cannot use ""/);
  assert.doesNotMatch(printed, /unknown|unsupported|timed out/i);
}

const neovim = onPath('nvim');

test('Neovim', { skip: neovim === undefined && 'Neovim is not installed' }, async () => {
  const [, minor = ''] =
    /^NVIM v0\.(\d+)/.exec(execFileSync(neovim!, ['--version'], { encoding: 'utf8' })) ?? [];
  const [newer = '', older = ''] = snippets('lua');
  const args = ['--headless', '-u', 'FOLDER/init.lua', '-c', `luafile ${join(here, 'steps.lua')}`];
  const seen = await seenIn(neovim!, args, { 'init.lua': Number(minor) < 10 ? older : newer });
  assert.equal(seen.lens, 'profile this benchmark');
  assert.match(seen.result ?? '', /64 B\/op · 1 allocs\/op/);
  assertProfiled(seen);
});

const emacs = onPath('emacs');
/** Debian's packages of what the page asks for. */
const elpa = '/usr/share/emacs/site-lisp/elpa';
const hasPackages =
  existsSync(elpa) &&
  ['eglot-', 'go-mode-'].every((name) => readdirSync(elpa).some((folder) => folder.startsWith(name)));
const whyNoEmacs = (emacs === undefined || !hasPackages) && 'Emacs with eglot and go-mode is not installed';

test('Emacs', { skip: whyNoEmacs }, async () => {
  const args = ['--batch', '--load', 'FOLDER/init.el', '--load', join(here, 'steps.el')];
  const init = ['(package-initialize)', ...snippets('elisp')].join('\n');
  assertProfiled(await seenIn(emacs!, args, { 'init.el': `;; -*- lexical-binding: t -*-\n${init}` }));
});
