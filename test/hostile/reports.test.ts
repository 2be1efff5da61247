/** Every report of the command line on every hostile profile: whatever the file says stays text, in time and memory. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { visible } from '../../src/base/escape.ts';
import { loadProfiles } from '../../src/cli/profiles/loadProfiles.ts';
import { callgrind } from '../../src/cli/reports/callgrind.ts';
import { callTreeReport } from '../../src/cli/reports/callTree.ts';
import { comments } from '../../src/cli/reports/comments.ts';
import { disasm } from '../../src/cli/reports/disasm.ts';
import { dot } from '../../src/cli/reports/dot.ts';
import { folded } from '../../src/cli/reports/folded.ts';
import { graph } from '../../src/cli/reports/graph.ts';
import { lines } from '../../src/cli/reports/lines.ts';
import { list } from '../../src/cli/reports/list.ts';
import { onTerminal } from '../../src/cli/reports/onTerminal.ts';
import { packedSources } from '../../src/cli/reports/packedSources.ts';
import { peek } from '../../src/cli/reports/peek.ts';
import { proto } from '../../src/cli/reports/proto.ts';
import { raw } from '../../src/cli/reports/raw.ts';
import { type Report, type ReportContext, reportContext } from '../../src/cli/reports/reportContext.ts';
import { speedscope } from '../../src/cli/reports/speedscope.ts';
import { summary } from '../../src/cli/reports/summary.ts';
import { svg } from '../../src/cli/reports/svg.ts';
import { tags } from '../../src/cli/reports/tags.ts';
import { top } from '../../src/cli/reports/top.ts';
import { topProto } from '../../src/cli/reports/topProto.ts';
import { traces } from '../../src/cli/reports/traces.ts';
import { tree } from '../../src/cli/reports/tree.ts';
import { jsonParts } from '../../src/cli/terminal/jsonText.ts';
import { translated } from '../../src/cli/terminal/output.ts';
import { noTint } from '../../src/cli/terminal/tint.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { type HostileInput, hostileCorpus } from './corpus.ts';
import { placesOfCorpus } from './places.ts';
import { canaryText, controlSigns, dotSigns, svgSigns } from './signs.ts';

const around = placesOfCorpus();
const corpus = hostileCorpus(around);

/** All that print; `html` is in test/webview. */
const texts: Readonly<Record<string, Report>> = {
  summary,
  top,
  peek,
  list,
  lines,
  tree,
  calltree: callTreeReport,
  tags,
  traces,
  comments,
  folded,
  callgrind,
  raw,
  dot,
  speedscope,
  svg,
};

/** Text of a report. It may refuse, with a sentence that is clean. */
function textOf(report: Report, context: ReportContext): string {
  const made = report.text?.(context);
  if (made === undefined) return '';
  if (made.ok) return typeof made.value === 'string' ? made.value : [...made.value].join('');
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
  for (const [name, report] of Object.entries(texts)) {
    await naming(`${name} of ${input.name}`, () => {
      const text = textOf(report, context);
      assert.ok(!text.includes(canaryText), 'shows a private file');
      const shown = visible(textOf(report, onTerminal(context, noTint)));
      assert.deepEqual(controlSigns(shown, '\n\t'), []);
      assert.ok(!shown.includes(canaryText), 'shows a private file');
      if (report.json !== undefined) checkJson(report, context);
      if (name === 'svg') assert.deepEqual(svgSigns(text), []);
      if (name === 'dot') assert.deepEqual(dotSigns(text), []);
      if (name === 'speedscope') JSON.parse(text);
      if (name === 'folded') checkFolded(text, context);
      if (name === 'callgrind') checkCallgrind(text);
    });
  }
  await naming(`call trees of ${input.name}`, () => {
    const ofTree = { ...context, options: { ...context.options, 'call-tree': true } };
    assert.deepEqual(dotSigns(textOf(dot, ofTree)), []);
    checkCallgrind(textOf(callgrind, ofTree));
  });
  for (const report of [proto, topProto]) {
    await naming(`proto of ${input.name}`, () => {
      const bytes = report.bytes!(context);
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

function checkJson(report: Report, context: ReportContext): void {
  const document = report.json!(context);
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
      const made = await disasm.slowText!(context);
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
    return Object.entries(texts)
      .filter(([name]) => ['top', 'lines', 'tree', 'traces', 'folded', 'calltree'].includes(name))
      .map(([name, report]) => [
        name,
        visible(textOf(report, onTerminal(context, noTint))).split('\n').length,
      ]);
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
      const drawn = await graph.slowText!(context);
      assert.ok(drawn.ok, drawn.ok ? '' : `${translated(drawn.problem)} ${drawn.problem.details}`);
      assert.deepEqual(svgSigns(drawn.value), []);
    });
  }
});
