/** What package.json contributes agrees with the code and with its texts. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { parseBenchtime } from '../../src/base/benchtime.ts';
import { mostProfileBytes } from '../../src/base/model.ts';
import { property } from '../../src/base/outsideValues.ts';
import { countedNames, profileKinds } from '../../src/base/profileKinds.ts';
import { guideText } from '../../src/cli/mcp/guide.ts';
import { readKinds } from '../../src/extension/runs/runOptionValues.ts';
import { commandId, commandNames } from '../../src/extension/server/commandNames.ts';
import { namesOfOldSettings, renewedSettings } from '../../src/extension/server/oldSettings.ts';
import { benchtimes } from '../benchtimes.ts';

const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
const texts: unknown = JSON.parse(readFileSync('package.nls.json', 'utf8'));
const contributes = property(manifest, 'contributes');

function list(value: unknown): readonly unknown[] {
  assert.ok(Array.isArray(value));
  return value;
}

function text(value: unknown): string {
  assert.ok(typeof value === 'string');
  return value;
}

function settings(): Map<string, unknown> {
  const sections = list(property(contributes, 'configuration'));
  return new Map(sections.flatMap((section) => Object.entries(Object(property(section, 'properties')))));
}

const fewest = { commands: 36, settings: 16 };

test('there are few commands and settings', () => {
  assert.ok(list(property(contributes, 'commands')).length <= fewest.commands);
  assert.ok(settings().size <= fewest.settings);
});

test('every link of the documentation leads to a file', () => {
  const docs = readdirSync('media/docs').map((name) => `media/docs/${name}`);
  for (const page of ['README.md', ...docs]) {
    for (const [, target = ''] of readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      assert.ok(existsSync(join(dirname(page), target)), `${page}: ${target}`);
    }
  }
});

test('the skill for agents is the guide of the command line, in a folder of its name', () => {
  for (const skill of list(property(contributes, 'chatSkills'))) {
    const path = text(property(skill, 'path'));
    const [, head = '', body] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(readFileSync(path, 'utf8')) ?? [];
    assert.equal(body, guideText);
    assert.equal(/^name: (.*)$/m.exec(head)?.[1], basename(dirname(path)));
    const about = /^description: (.*)$/m.exec(head)?.[1] ?? '';
    assert.ok(about.length > 100 && about.length <= 1024);
  }
});

/** Whether a `when` holds; of the operators only those that the palette's have. */
function holds(when: string, context: Readonly<Record<string, unknown>>): boolean {
  return when.split(' || ').some((any) =>
    any.split(' && ').every((each) => {
      assert.match(each, /^!?[\w.]+( > \d+)?$/, 'only these are known here');
      const [, not, key = '', least] = /^(!?)([\w.]+)(?: > (\d+))?$/.exec(each) ?? [];
      const value = context[key] ?? false;
      const isSo = least === undefined ? value === true : Number(value) > Number(least);
      return isSo === (not === '');
    }),
  );
}

/** The titles that the palette has. */
function palette(context: Readonly<Record<string, unknown>>): string[] {
  const entries = list(property(property(contributes, 'menus'), 'commandPalette'));
  return list(property(contributes, 'commands'))
    .filter((command) => {
      const entry = entries.find((each) => property(each, 'command') === property(command, 'command'));
      const conditions = [property(command, 'enablement'), property(entry, 'when')];
      return conditions.every((when) => when === undefined || holds(text(when), context));
    })
    .map((command) => text(property(texts, text(property(command, 'title')).replaceAll('%', ''))))
    .sort();
}

const opensProfiles = [
  'Compare Profiles…',
  'Merge Profiles…',
  'Open Profile File…',
  'Profile Production (Pyroscope, Parca)…',
  'Profile Server…',
];
const runsGo = [
  'Compare Benchmark with a Git Ref…',
  'Profile All Benchmarks in File',
  'Profile Benchmark at Cursor',
  'Profile Benchmark with Options…',
  'Profile Program…',
  'Profile Tests…',
  'Show Output',
];

/** What the palette has when everything is known. */
function wholePalette(): string[] {
  const known = ['hasGo', 'hasProfiles', 'hasActive', 'showsOlder', 'isRunning'].map((name) => [
    `pprofLens.${name}`,
    true,
  ]);
  const context = { isWorkspaceTrusted: true, 'pprofLens.runs': 2, editorIsOpen: true };
  return palette({ ...context, ...Object.fromEntries(known) });
}

test('the reference has every setting, and every command of the palette', () => {
  const reference = readFileSync('media/docs/reference.md', 'utf8');
  const listed = [...reference.matchAll(/^\| `(pprofLens\.[\w.]+)`/gm)].map(([, setting]) => setting);
  assert.deepEqual(listed.sort(), [...settings().keys()].sort());
  for (const title of wholePalette()) {
    assert.ok(reference.includes(title), title);
  }
});

test('the palette has what can be done: without Go only what opens profiles, until something is known', () => {
  const isWorkspaceTrusted = true;
  assert.deepEqual(palette({ isWorkspaceTrusted }), opensProfiles);
  assert.deepEqual(
    palette({}),
    opensProfiles.slice(0, 3),
    'nothing is fetched before the workspace is trusted',
  );
  const inWeb = { isWorkspaceTrusted, isWeb: true };
  assert.deepEqual(palette(inWeb), opensProfiles.slice(0, 4), 'a browser asks stores, but no servers');
  assert.deepEqual(palette({ ...inWeb, remoteName: true }), opensProfiles);
  const withGo = { isWorkspaceTrusted, 'pprofLens.hasGo': true };
  const idle = [...opensProfiles, ...runsGo];
  assert.deepEqual(palette(withGo), idle.sort());
  const running = palette({ ...withGo, 'pprofLens.isRunning': true });
  assert.deepEqual(running, ['Cancel Run and Keep What It Has Measured', ...idle]);
  const all = wholePalette();
  const ofEntries = [
    'Pin or Unpin Run as Baseline',
    'Rename Run…',
    'Edit or Forget Server…',
    'Stop Profiling Server',
  ];
  assert.deepEqual(
    ofEntries.filter((title) => all.includes(title)),
    [],
    'what belongs to an entry of Profiles is only there',
  );
  assert.equal(all.length, fewest.commands - 7);
});

test('Profiles without an entry offers what needs Go only where there is Go', () => {
  const needGo = list(property(property(contributes, 'menus'), 'commandPalette'))
    .filter((entry) => /pprofLens\.hasGo/.test(text(property(entry, 'when'))))
    .map((entry) => `command:${text(property(entry, 'command'))})`);
  for (const welcome of list(property(contributes, 'viewsWelcome'))) {
    if (/pprofLens\.hasGo/.test(text(property(welcome, 'when')))) continue;
    const shown = text(property(texts, text(property(welcome, 'contents')).slice(1, -1)));
    assert.deepEqual(
      needGo.filter((link) => shown.includes(link)),
      [],
    );
  }
});

test('what the palette hides is in the menu of an entry', () => {
  const { commandPalette, ...others } = Object(property(contributes, 'menus'));
  const offered = new Set(
    Object.values(others)
      .flatMap(list)
      .map((entry) => property(entry, 'command')),
  );
  for (const entry of list(commandPalette))
    if (property(entry, 'when') === 'false') assert.ok(offered.has(property(entry, 'command')));
});

test('settings of older versions are carried over where they have a successor, and removed', () => {
  assert.deepEqual(
    renewedSettings({ counters: true, counterEvents: ['cycles'], codeLens: false, page: 'beside' }),
    {
      counters: ['cycles'],
      counterEvents: undefined,
      codeLens: 'off',
    },
  );
  assert.deepEqual(renewedSettings({ counters: true, codeLens: true, showFlameGraphAfterRun: false }), {
    counters: ['instructions', 'cache-misses', 'branch-misses'],
    codeLens: undefined,
    showFlameGraphAfterRun: undefined,
    page: 'none',
  });
  assert.deepEqual(renewedSettings({ counters: ['cycles'], codeLens: 'all', annotations: 'gutter' }), {});
  assert.deepEqual(renewedSettings({ instructions: true, kinds: ['cpu'] }), {
    instructions: undefined,
    kinds: ['cpu', 'instructions'],
  });
  for (const name of namesOfOldSettings)
    if (!settings().has(`pprofLens.${name}`)) assert.ok(name in renewedSettings({ [name]: 1 }), name);
});

test('the menu of the Explorer opens, compares and merges the files that we read', () => {
  const files = ['profiles', 'recordings'].flatMap((folder) => readdirSync(`test/foreign/${folder}`));
  // Its name says nothing of it.
  const named = files.filter((file) => file !== 'samply.json');
  for (const entry of list(property(property(contributes, 'menus'), 'explorer/context'))) {
    const pattern = /resourceFilename =~ \/(.*)\/$/.exec(text(property(entry, 'when')))?.[1] ?? '';
    for (const file of [...named, 'shop.profile.json', 'gecko.json.gz', 'a.cpuprofile', 'perf.data'])
      assert.match(file, new RegExp(pattern), text(property(entry, 'command')));
    assert.doesNotMatch('main.go', new RegExp(pattern));
  }
});

test('every command has a title, and every title a command', () => {
  const contributed = list(property(contributes, 'commands')).map((command) =>
    text(property(command, 'command')),
  );
  assert.deepEqual([...contributed].sort(), commandNames.map(commandId).sort());
});

test('menus and keys name commands that are there', () => {
  const known = new Set(commandNames.map(commandId));
  const menus = Object.values(Object(property(contributes, 'menus'))).flatMap(list);
  for (const entry of [...menus, ...list(property(contributes, 'keybindings'))]) {
    const command = text(property(entry, 'command'));
    assert.ok(known.has(command), command);
  }
});

test('every context of ours that a menu, a key or a view waits for is set by the extension', () => {
  const conditions = [...JSON.stringify(manifest).matchAll(/"(?:when|enablement)":"([^"]+)"/g)].map(
    ([, when]) =>
      // What follows these names a view, a page or a file, not a context.
      text(when).replace(
        /(?:view|focusedView|viewItem|activeWebviewPanelId|activeCustomEditorId) (?:==|=~) \S+/g,
        '',
      ),
  );
  const waitedFor = new Set(conditions.flatMap((when) => when.match(/pprofLens\.\w+/g) ?? []));
  const sources = readdirSync('src/extension', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join('src/extension', file), 'utf8'))
    .join('\n');
  const set = new Set([...sources.matchAll(/'setContext', '([\w.]+)'/g)].map(([, key]) => text(key)));
  assert.deepEqual([...waitedFor].sort(), [...set].sort());
});

test('no key is one of those with which VS Code runs tests', () => {
  // Ctrl+; with A (all), C (at the cursor), E (failed ones), F (of the file), L (the last ones again).
  const ofTests = /^(?:ctrl|cmd)\+; [acefl]$/;
  for (const binding of list(property(contributes, 'keybindings')))
    for (const key of [property(binding, 'key'), property(binding, 'mac')])
      assert.doesNotMatch(text(key), ofTests, text(property(binding, 'command')));
});

test('of the keys of a command, the palette shows the last one: one that does what the command does', () => {
  const keys = list(property(contributes, 'keybindings'));
  for (const [command, binding] of new Map(keys.map((each) => [property(each, 'command'), each]))) {
    const args = property(binding, 'args');
    assert.ok(args === undefined || args === 'selection', String(command));
  }
});

test('every %text% is written, and every written text is used', () => {
  const used = new Set([...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key));
  assert.deepEqual([...used].sort(), Object.keys(Object(texts)).sort());
});

test('files that the manifest names exist', () => {
  const named = [...JSON.stringify(manifest).matchAll(/"(media\/[^"]+)"/g)].map(([, file]) => text(file));
  assert.notEqual(named.length, 0);
  for (const file of named) assert.ok(existsSync(file), file);
});

test('settings have descriptions, and defaults that our own checks accept', () => {
  const all = settings();
  for (const [name, setting] of all) {
    assert.match(text(property(setting, 'markdownDescription')), /^%setting\./, name);
    assert.notEqual(property(setting, 'default'), undefined, name);
  }
  const defaultOf = (name: string) => property(all.get(`pprofLens.${name}`), 'default');
  assert.ok(parseBenchtime(text(defaultOf('benchtime'))).ok);
  assert.deepEqual(defaultOf('kinds'), readKinds(undefined));
  const kinds = property(property(all.get('pprofLens.kinds'), 'items'), 'enum');
  assert.deepEqual(kinds, [...profileKinds, ...countedNames]);
});

test('the editor marks the benchtimes that we do not take', () => {
  const pattern = new RegExp(text(property(settings().get('pprofLens.benchtime'), 'pattern')), 'u');
  for (const each of benchtimes) assert.equal(pattern.test(each), parseBenchtime(each).ok, each);
});

test('the largest profile that can be allowed is the largest that can be shown; the default is what memory allows', () => {
  const setting = settings().get('pprofLens.maxProfileBytes');
  assert.equal(property(setting, 'maximum'), mostProfileBytes);
  assert.equal(property(setting, 'default'), 0);
});

test('settings that name commands or flags are not taken from an untrusted workspace', () => {
  const trust = property(property(manifest, 'capabilities'), 'untrustedWorkspaces');
  assert.equal(property(trust, 'supported'), 'limited');
  const restricted = list(property(trust, 'restrictedConfigurations'));
  for (const name of ['goPath', 'env', 'flags', 'tags', 'maxProfileBytes'])
    assert.ok(restricted.includes(`pprofLens.${name}`), name);
  for (const name of restricted) assert.ok(settings().has(text(name)), text(name));
});
