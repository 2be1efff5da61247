/** Every report of the command line on every hostile profile: whatever the file says stays text, in time and memory. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { visible } from '../../src/base/escape.ts';
import { loadProfiles } from '../../src/cli/profiles/loadProfiles.ts';
import { callgrind } from '../../src/cli/reports/callgrind.ts';
import { disasm } from '../../src/cli/reports/disasm.ts';
import { dot, graph } from '../../src/cli/reports/dot.ts';
import { onTerminal } from '../../src/cli/reports/onTerminal.ts';
import { packedSources } from '../../src/cli/reports/packedSources.ts';
import { proto, topProto } from '../../src/cli/reports/proto.ts';
import { type Report, type ReportContext, reportContext } from '../../src/cli/reports/reportContext.ts';
import { reports } from '../../src/cli/reports/reports.ts';
import { jsonParts } from '../../src/cli/terminal/jsonText.ts';
import { translated } from '../../src/cli/terminal/output.ts';
import { noTint } from '../../src/cli/terminal/tint.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { wholeText } from '../conformance/reportOutput.ts';
import { succeeded } from '../why.ts';
import { type HostileInput, hostileCorpus } from './corpus.ts';
import { placesOfCorpus } from './places.ts';
import { canaryText, controlSigns, dotSigns, svgSigns } from './signs.ts';

const around = placesOfCorpus();
const corpus = hostileCorpus(around);

/** All that print; `html` is in test/webview. */
const texts = Object.entries(reports).filter(
  ([name]) => !/^(?:html|weblist|graph|disasm|proto|topproto|text)$/.test(name),
);

/** Text of a report. It may refuse, with a sentence that is clean. */
async function textOf(report: Report, context: ReportContext): Promise<string> {
  const made = await report.output(context);
  if (made.ok) return made.value instanceof Uint8Array ? '' : wholeText(made.value);
  assertClean(translated(made.problem));
  return '';
}

function assertClean(sentence: string): void {
  assert.deepEqual(controlSigns(sentence), []);
  assert.ok(sentence.length < 2000, `a sentence of ${sentence.length} characters`);
}

/** Names the input when something fails that it is not the text of. */
async function naming<T>(what: string, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.stack?.slice(0, 3000) : String(error)}`);
  }
}

async function contextOf({ name, bytes }: HostileInput): Promise<ReportContext | null> {
  const file = join(around.folder, 'hostile.pprof');
  writeFileSync(file, bytes);
  return naming(name, async () => {
    const loaded = await loadProfiles([file], { 'max-bytes': 256 << 20, 'source-path': around.folder });
    const context = loaded.ok
      ? reportContext(loaded.value.profile, { 'source-path': around.folder }, '.')
      : loaded;
    if (context.ok) return context.value;
    assertClean(translated(context.problem));
    return null;
  });
}

describe('reports on hostile profiles', () => {
  for (const group of ['names', 'files', 'times', 'values', 'tables', 'archives', 'formats'] as const) {
    test(group, { timeout: 120_000 }, async () => {
      const inputs = corpus.filter((input) => input.group === group);
      assert.ok(inputs.length >= 20, 'the class has inputs');
      for (const input of inputs) {
        const context = await contextOf(input);
        if (context !== null) await checkReports(input, context);
      }
      // All of them together; a file of 65 kB could fill two gigabytes alone.
      const megabytes = process.resourceUsage().maxRSS / 1024;
      assert.ok(megabytes < 1500, `${group} took ${megabytes} MB`);
    });
  }
});

async function checkReports(input: HostileInput, context: ReportContext): Promise<void> {
  for (const [name, report] of texts) {
    await naming(`${name} of ${input.name}`, async () => {
      const text = await textOf(report, context);
      assert.ok(!text.includes(canaryText), 'shows a private file');
      // The texts of the others are our own.
      if (input.group === 'names' || input.group === 'files') {
        const shown = visible(await textOf(report, onTerminal(context, noTint)));
        assert.deepEqual(controlSigns(shown, '\n\t'), []);
        assert.ok(!shown.includes(canaryText), 'shows a private file');
      }
      await checkJson(report, context);
      if (name === 'svg') assert.deepEqual(svgSigns(text), []);
      if (name === 'dot') assert.deepEqual(dotSigns(text), []);
      if (name === 'speedscope' || name === 'firefox') JSON.parse(text);
      if (name === 'folded') checkFolded(text, context);
      if (name === 'callgrind') checkCallgrind(text);
    });
  }
  await naming(`call trees of ${input.name}`, async () => {
    const ofTree = { ...context, options: { ...context.options, 'call-tree': true } };
    assert.deepEqual(dotSigns(await textOf(dot, ofTree)), []);
    checkCallgrind(await textOf(callgrind, ofTree));
  });
  for (const report of [proto, topProto]) {
    await naming(`proto of ${input.name}`, () => {
      const bytes = report.output(context);
      assert.ok(bytes.ok && readProfile(bytes.value).ok, 'is read again');
    });
  }
}

/** Every line has one of the forms that we write: no name makes a line of costs. */
function checkCallgrind(text: string): void {
  const form =
    /^(?:positions: instr line|events: .*|(?:ob|c?f[ln])=(?:\(\d+\)(?: .*)?)?|(?:calls=0 )?(?:0x[0-9a-f]+|[+-]\d+|\*) -?\d+(?: -?\d+)?|\* \* -?\d+|)$/s;
  for (const line of text.split(/[\n\r]/)) assert.match(line.slice(0, 300), form);
}

async function checkJson(report: Report, context: ReportContext): Promise<void> {
  const document = await report.json?.(context);
  if (document === undefined) return;
  if (document.ok) {
    const text = [...jsonParts(document.value)].join('');
    assert.ok(!text.includes(canaryText), 'shows a private file');
    JSON.parse(text);
  } else assertClean(translated(document.problem));
}

/** Each line is a stack with its weight; no name makes a line of its own. */
function checkFolded(text: string, { profile }: ReportContext): void {
  const stacks = text.split('\n').filter((line) => line !== '');
  assert.ok(
    stacks.length <= profile.samples.count,
    `${stacks.length} stacks of ${profile.samples.count} samples`,
  );
  for (const stack of stacks) assert.match(stack.slice(-40), / -?\d+$/);
}

test('disasm and weblist open no file that a profile may not name', { timeout: 120_000 }, async () => {
  for (const input of corpus.filter(({ group }) => group === 'files')) {
    const context = await contextOf(input);
    if (context === null) continue;
    await naming(input.name, async () => {
      const made = await disasm.output(context);
      if (made.ok) assert.ok(!made.value.includes(canaryText), 'shows a private file');
      else assertClean(translated(made.problem));
      const { texts: sources } = packedSources(context);
      assert.ok(!JSON.stringify([...sources]).includes(canaryText), 'packs a private file');
    });
  }
});

test('a name with a line end makes no row of its own on a terminal', async () => {
  const rows = async (input: HostileInput) => {
    const context = (await contextOf(input))!;
    const shown = texts.filter(([name]) => /^(?:top|lines|tree|traces|folded|calltree)$/.test(name));
    return Promise.all(
      shown.map(async ([name, report]) => {
        const text = visible(await textOf(report, onTerminal(context, noTint)));
        return [name, text.split('\n').length];
      }),
    );
  };
  const names = corpus.filter(({ name }) => name.startsWith('names: line ends'));
  const [first, ...others] = await Promise.all(names.map(rows));
  for (const other of others) assert.deepEqual(other, first);
});

test('Graphviz draws the call graph of every name, and nothing in the picture leads elsewhere', async () => {
  // It lays a name of 100,000 characters out for seconds.
  const short = corpus.filter(({ name, group }) => group === 'names' && !name.startsWith('names: long'));
  for (const input of short) {
    const context = await contextOf(input);
    assert.ok(context !== null, input.name);
    await naming(input.name, async () => {
      const drawn = succeeded(await graph.output(context));
      assert.deepEqual(svgSigns(drawn), []);
    });
  }
});
