/** Names, sample types and units of a profile can hold anything. In a hover they are text, and no link is there but ours. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { linkCommands } from '../../../src/protocol.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { lineHover } from '../../../src/server/hovers/lineHover.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import type { ProfileSpec } from '../../pprof/builder.ts';
import { profileWithText } from '../../pprof/hostileNames.ts';
import { plainHover, sessionSource, snapshotOf } from '../builders.ts';

const path = '/p/f.go';
const text = 'package p\n\nfunc F() {\n\tG()\n}\n';

/** `HOSTILE` stands where a profile can have any text. */
const spec: ProfileSpec = {
  sampleTypes: ['samples/count', 'HOSTILE/HOSTILE', 'HOSTILE2/x', 'cpu/nanoseconds'],
  samples: [
    { values: [3, 3, 3, 3e7], stack: ['HOSTILE.G /HOSTILE/g.go:3', `HOSTILE.F ${path}:4`, 'HOSTILE.Caller'] },
    { values: [1, 1, 1, 1e7], stack: [['HOSTILE.Inlined /p/g.go:3', `HOSTILE.F ${path}:4`]] },
  ],
};

function hoverWith(hostile: string, sampleType: number): string {
  const profile = profileWithText(spec, 'HOSTILE', hostile);
  const store = new SessionStore();
  const [session] = store.add([
    sessionSource(profile, { title: hostile, snapshot: snapshotOf({ [path]: text }) }),
  ]);
  store.show({ sessionId: session?.id ?? '', sampleType });
  const hover = lineHover(
    store,
    { document: new DocumentText(path, text), line: 3 },
    { ...plainHover, links: true },
  );
  assert.ok(hover !== null);
  return hover;
}

/** The Markdown without code spans and escaped signs: what is left of brackets is markup. */
function markupOf(hover: string): string {
  return hover
    .split('\n')
    .map((line) => line.replace(/`[^`]*`|\\./g, (each) => (each.startsWith('`') ? 'code' : '')))
    .join('\n');
}

const hostile = [
  'shop.Total\n\n[Show](command:pprofLens.server.run?%5B%5D)',
  'a\r\r[x](command:workbench.action.closeWindow)',
  'a\u2028\u2028[x](https://x.example)',
  '[x](command:workbench.action.closeWindow)',
  '](command:a)[b](command:c)',
  '` [x](command:a) `',
  '``\n[x]: command:a\n\n[x]',
  '<img src=x onerror=alert(1)>',
  '![x](https://x.example/pixel.png)',
  '<https://x.example> https://x.example www.x.example a@x.example',
  '| a | b |\n|--|--|\n[x](command:a)',
  '\\[x](command:a)\\',
  '$(trash)',
];

test('the hover of a line has no markup but ours, whatever its profile names', () => {
  for (const name of hostile) {
    for (const sampleType of [1, 3]) {
      const hover = hoverWith(name, sampleType);
      const markup = markupOf(hover);
      const links = [...markup.matchAll(/\]\(([^)]*)\)/g)].map(([, address = '']) => address);
      assert.ok(links.length > 2, 'ours are there');
      for (const address of links) {
        const [, command = ''] = /^command:([\w.]+)\?/.exec(address) ?? [];
        assert.ok((linkCommands as readonly string[]).includes(command), address);
      }
      const rest = markup.replace(/\[[^[\]]*\]\(command:[^)]*\)/g, 'link');
      assert.doesNotMatch(rest, /[[\]<>|]|\]:|:\/\/|www\.|@/, JSON.stringify(hover));
      assert.doesNotMatch(rest.replaceAll('\n', ''), /[\p{Cc}\u2028\u2029]/u);
    }
  }
});

test('a hover of a profile with endless names has an end', () => {
  const hover = hoverWith('x'.repeat(100_000), 1);
  assert.ok(hover.length < 20_000, String(hover.length));
});
