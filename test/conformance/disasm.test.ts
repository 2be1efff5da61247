/**
 * The costs of instructions are those of `go tool pprof -disasm`. The profiles are made now from a sample module, by two
 * binaries: one that is always loaded at its own addresses, and one that is not.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { codeFits, functionPlaces } from '../../src/analysis/assembly/codeFits.ts';
import { AddressCosts } from '../../src/analysis/assembly/instructionCosts.ts';
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { reportRows } from '../../src/analysis/costs/reportRows.ts';
import { applyFilters } from '../../src/analysis/filters/filters.ts';
import { loadProfiles } from '../../src/cli/profiles/loadProfiles.ts';
import { loadBase, readExecutable } from '../../src/go/binary/executable.ts';
import { objdump } from '../../src/go/binary/objdump.ts';
import type { MachineCode } from '../../src/model.ts';
import { int64At } from '../../src/pprof/columns.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { temporaryFolder } from '../cli/runCli.ts';
import { installedGo } from '../go/goModule.ts';

const run = promisify(execFile);
const directory = join(import.meta.dirname, '../workspace/template');
const folder = temporaryFolder();
const modes = process.platform === 'linux' ? ['exe', 'pie'] : ['default'];
/** How many functions of each profile are compared, the most expensive first. The disassembler takes half a second for each. */
const mostFunctions = 12;

before(async () => {
  for (const mode of modes) {
    const binary = folder.path(mode);
    await run('go', ['test', '-c', `-buildmode=${mode}`, '-o', binary, '.'], { cwd: directory });
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
  const args = [
    'tool',
    'pprof',
    '-symbolize=none',
    '-disasm=.',
    '-sample_index=0',
    ...filters,
    binary,
    profile,
  ];
  const { stdout } = await run('go', args, { maxBuffer: 2 ** 28 });
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

async function codeOf(profile: Profile, binary: string, functionName: string): Promise<MachineCode | null> {
  const { mappings } = functionPlaces(profile, functionName);
  const executable = await readExecutable(binary);
  if (!executable.ok || mappings.length === 0) return null;
  const dump = await objdump({
    toolchain: await installedGo(),
    binary,
    functionName,
    directory,
    env: process.env,
  });
  // If the runtime has cut the stack, the outermost frame may be an inlined one.
  if (!dump.ok) return null;
  const loads = mappings.map((mapping) => {
    const start = int64At(profile.mappings.start, mapping);
    const offset = int64At(profile.mappings.offset, mapping);
    return { mapping, base: loadBase(executable.value, { start, offset }) ?? Number.NaN };
  });
  return { symbols: dump.value, loads };
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
  for (const { info } of reportRows(new ProfileCosts(profile), 0)) {
    const code = compared < mostFunctions ? await codeOf(profile, binary, info.name) : null;
    if (code === null) continue;
    compared++;
    if (codeFits(profile, info.name, code)) fitting++;
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
  const read = await loadProfiles([path], {});
  assert.ok(read.ok);
  return read.value;
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
  const filtered = applyFilters(await profileAt(path), { focus: 'parse', hide }, new Map());
  assert.ok(filtered.ok);
  const listing = await pprofListing(binary, path, '-focus=parse', `-hide=${hide}`);
  await assertSame({ profile: filtered.value.profile, binary, listing });
});
