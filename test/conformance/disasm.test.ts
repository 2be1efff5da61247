/**
 * The costs of instructions are those of `go tool pprof -disasm`. The profiles are made now from a sample module, by two
 * binaries: one that is always loaded at its own addresses, and one that is not.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { codeFits, functionCode } from '../../src/analysis/assembly/codeFits.ts';
import { AddressCosts } from '../../src/analysis/assembly/instructionCosts.ts';
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { reportRows } from '../../src/analysis/costs/reportRows.ts';
import { applyFilters } from '../../src/analysis/filters/filters.ts';
import type { MachineCode, MachineSymbol } from '../../src/base/model.ts';
import { loadProfiles } from '../../src/cli/profiles/loadProfiles.ts';
import { loadBase, readExecutable } from '../../src/go/binary/executable.ts';
import { disassemble, isSymbolOf, symbolPattern } from '../../src/go/binary/objdump.ts';
import { int64At } from '../../src/pprof/columns.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { temporaryFolder } from '../cli/runCli.ts';
import { runHere } from '../cli/runHere.ts';
import { buildPprof } from '../fuzz/reference.ts';
import { installedGo } from '../go/goModule.ts';
import { goTool } from '../goTool.ts';
import { succeeded } from '../why.ts';

const run = promisify(execFile);
const directory = join(import.meta.dirname, '../workspace/template');
const folder = temporaryFolder();
const modes = process.platform === 'linux' ? ['exe', 'pie'] : ['default'];
/** How many functions of each profile are compared, the most expensive first. */
const mostFunctions = 12;

before(async () => {
  for (const mode of modes) {
    const binary = folder.path(mode);
    // The linker alone decides where a program is loaded. With the go command's -buildmode, each package is compiled again.
    const link = mode === 'default' ? [] : [`-ldflags=-buildmode=${mode}`];
    await run('go', ['test', '-c', '-vet=off', ...link, '-o', binary, '.'], { cwd: directory });
    const profiles = [`-test.cpuprofile=${binary}.cpu`, `-test.memprofile=${binary}.mem`];
    const selection = ['-test.run=^$', '-test.bench=.', '-test.benchtime=200ms', '-test.memprofilerate=1024'];
    await run(binary, [...selection, ...profiles], { cwd: directory });
  }
});

/** pprof's listing: for each symbol, the flat and cum of its instructions by address. */
async function pprofListing(
  binary: string,
  profile: string,
  ...filters: string[]
): Promise<Map<string, Map<number, string>>> {
  const args = ['-symbolize=none', '-disasm=.', '-sample_index=0', ...filters, binary, profile];
  const { stdout } = await run(goTool('pprof'), args, { maxBuffer: 2 ** 28 });
  const listing = new Map<string, Map<number, string>>();
  let instructions = new Map<number, string>();
  for (const line of stdout.split('\n')) {
    const [, symbol] = /^ROUTINE =+ (.*)$/.exec(line) ?? [];
    if (symbol !== undefined) {
      instructions = new Map();
      listing.set(symbol, instructions);
    }
    const [, flat, cum, address] = /^ *([\d.]+) +([\d.]+) +([0-9a-f]+): /.exec(line) ?? [];
    if (address !== undefined) instructions.set(Number.parseInt(address, 16), `${flat} ${cum}`);
  }
  return listing;
}

/** The symbols of functions. The disassembler is asked once: it takes half a second to start. */
async function symbolsOf(binary: string, functionNames: readonly string[]): Promise<MachineSymbol[]> {
  const pattern = functionNames.map(symbolPattern).join('|');
  const toolchain = await installedGo();
  const what = 'the costliest functions';
  return succeeded(await disassemble({ toolchain, binary, pattern, what, directory, env: process.env }));
}

interface Disassembled {
  readonly profile: Profile;
  readonly binary: string;
  readonly symbols: readonly MachineSymbol[];
}

async function codeOf(
  { profile, binary, symbols }: Disassembled,
  functionName: string,
): Promise<MachineCode | null> {
  const { mappings } = functionCode(profile, functionName);
  const executable = await readExecutable(binary);
  const own = symbols.filter(({ name }) => isSymbolOf(name, functionName));
  // If the runtime has cut the stack, the outermost frame may be an inlined one.
  if (!executable.ok || mappings.length === 0 || own.length === 0) return null;
  const loads = mappings.map((mapping) => {
    const start = int64At(profile.mappings.start, mapping);
    const offset = int64At(profile.mappings.offset, mapping);
    return { mapping, base: loadBase(executable.value, { start, offset }) ?? Number.NaN };
  });
  return { symbols: own, loads };
}

interface Comparison {
  readonly profile: Profile;
  readonly binary: string;
  readonly listing: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

/** Compares the most expensive functions, instruction by instruction. Returns for how many of them the profile's lines fit. */
async function assertSame({ profile, binary, listing }: Comparison): Promise<number> {
  const costs = new AddressCosts(new ProfileCosts(profile), 0);
  let compared = 0;
  let fitting = 0;
  let withCost = 0;
  // Some of them have no code of their own.
  const names = reportRows(new ProfileCosts(profile), 0).map(({ info }) => info.name);
  const costliest = names.slice(0, 3 * mostFunctions);
  const disassembled = { profile, binary, symbols: await symbolsOf(binary, costliest) };
  for (const name of costliest) {
    const code = compared < mostFunctions ? await codeOf(disassembled, name) : null;
    if (code === null) continue;
    compared++;
    if (codeFits(profile, name, code)) fitting++;
    for (const [index, symbol] of code.symbols.entries()) {
      const ours = new Map(symbol.instructions.map(({ address }) => [address, '. .']));
      // pprof lists only symbols with samples.
      const expected = new Map(listing.get(symbol.name) ?? ours);
      for (const { instruction, flat, cum } of costs.of(code)[index]!) {
        ours.set(symbol.instructions[instruction]!.address, `${flat || '.'} ${cum || '.'}`);
        withCost++;
      }
      // For pprof, symbols are one byte shorter, so it disassembles the last instruction without its last byte.
      const last = symbol.instructions.at(-1)!.address;
      for (const listed of [ours, expected]) {
        for (const address of listed.keys()) if (address >= last) listed.delete(address);
      }
      assert.deepEqual(ours, expected, symbol.name);
    }
  }
  assert.ok(withCost > compared && compared > 3, 'there was something to compare');
  return fitting / compared;
}

async function profileAt(path: string): Promise<Profile> {
  const read = succeeded(await loadProfiles([path], {}));
  return read.profile;
}

for (const mode of modes) {
  for (const kind of ['cpu', 'mem']) {
    test(`${mode}, ${kind}: every instruction of the costliest functions`, async () => {
      const binary = folder.path(mode);
      const path = `${binary}.${kind}`;
      const listing = await pprofListing(binary, path);
      const fitting = await assertSame({ profile: await profileAt(path), binary, listing });
      assert.ok(fitting > 0.8, `the lines of ${fitting} of the functions fit`);
    });
  }
}

test('after filters, which take lines of inlined functions away too', async () => {
  const binary = folder.path(modes[0]!);
  const path = `${binary}.mem`;
  const hide = '^runtime|^strings';
  const filtered = succeeded(applyFilters(await profileAt(path), { focus: 'parse', hide }, new Map()));
  const listing = await pprofListing(binary, path, '-focus=parse', `-hide=${hide}`);
  await assertSame({ profile: filtered.profile, binary, listing });
});

test('the report disasm: as go tool pprof prints it, and in the syntax of Intel as the newest pprof does', async (t) => {
  const binary = folder.path(modes[0]!);
  const path = `${binary}.mem`;
  const args = ['-symbolize=none', '-sample_index=0', '-disasm=template.*(parse|Parse)', binary, path];
  await t.test("Go's syntax", async () => {
    const theirs = await run(goTool('pprof'), args, { maxBuffer: 2 ** 28 });
    const ours = await runHere('disasm', '--sample-index=0', 'template.*(parse|Parse)', path);
    assert.equal(ours.stderr, '');
    const ends = lastAddresses(ours.stdout);
    assert.ok(ends.length > 2, 'there are routines');
    assert.deepEqual(upTo(ours.stdout, ends), upTo(theirs.stdout, ends));
  });
  await t.test(
    "Intel's syntax",
    { skip: process.platform !== 'linux' || process.arch !== 'x64' },
    async () => {
      // A third of the routines: for each, the tool for it reads the whole program.
      const [first = '', second = ''] = args;
      const pattern = 'template.*Parse';
      const their = ['-intel_syntax', first, second, `-disasm=${pattern}`, binary, path];
      const theirs = await run(await buildPprof(), their, { maxBuffer: 2 ** 28 });
      // Like pprof's, with the program before the profile.
      const ours = await runHere('disasm', '--intel-syntax', '--sample-index=0', pattern, binary, path);
      assert.ok(ours.stdout.split('ROUTINE ').length > 3, 'there are routines');
      assert.equal(ours.stdout, theirs.stdout);
    },
  );
  await t.test('an address, and JSON', async () => {
    const ours = await runHere('disasm', '--json', '--sample-index=0', 'template.*parse', path);
    const { functions } = JSON.parse(ours.stdout);
    const [first] = functions;
    const costly = first.instructions.find(({ cum }: { cum: number }) => cum > 0);
    const at = await runHere('disasm', '--json', '--sample-index=0', `0x${costly.address}`, path);
    assert.deepEqual(JSON.parse(at.stdout).functions, [first]);
  });
  await t.test(
    'the page of weblist has them, too, also where a go.mod asks for another toolchain',
    async () => {
      const file = folder.path('weblist.html');
      folder.file('go.mod', Buffer.from('module m\n\ngo 1.99\n'));
      const args = [resolve('dist/cli.js'), 'weblist', '-o', file, 'template.*parse', path];
      const env = { ...process.env, GOTOOLCHAIN: 'auto', GOPROXY: 'http://127.0.0.1:1' };
      await run(process.execPath, args, { cwd: folder.path('.'), env });
      const [, packed = ''] = /id="pprof-lens-assembly">([^<]*)</.exec(readFileSync(file, 'utf8')) ?? [];
      const code: Record<string, MachineCode> = JSON.parse(
        gunzipSync(Buffer.from(packed, 'base64')).toString(),
      );
      const [name, first] = Object.entries(code)[0]!;
      assert.match(name, /template.*parse/);
      assert.ok(first.symbols[0]!.instructions.length > 10);
      assert.match(first.symbols[0]!.instructions[0]!.file, /^\w+\.go$/);
    },
  );
  await t.test('another build', async () => {
    const other = folder.path(modes.at(-1)!);
    if (other === binary) return;
    const { status, stderr } = await runHere('disasm', `--binary=${other}`, 'parse', path);
    assert.equal(status, 1);
    assert.match(stderr, /is another build than the profiled one/);
  });
});

/**
 * The routines up to the last instruction of each, of which `go tool pprof` sees only a part: for it, symbols are a byte
 * shorter.
 *
 * @param ends addresses of the last instructions, by routine
 */
function upTo(listing: string, ends: readonly number[]): string[][] {
  const [, ...routines] = listing.split('ROUTINE ');
  return routines.map((routine, i) => {
    const rows = routine.trimEnd().split('\n');
    const end = rows.findIndex((row) => addressOf(row) >= ends[i]!);
    // The place of a long instruction is on the line before.
    return rows.slice(0, end).filter((row, at) => at < end - 1 || !row.startsWith(' '.repeat(74)));
  });
}

/** The address of a row; NaN for other rows. */
function addressOf(row: string): number {
  return Number.parseInt(/^ *\S+ +\S+ +([0-9a-f]+): /.exec(row)?.[1] ?? '', 16);
}

function lastAddresses(listing: string): number[] {
  const [, ...routines] = listing.split('ROUTINE ');
  return routines.map((routine) => addressOf(routine.trimEnd().split('\n').at(-1)!));
}
