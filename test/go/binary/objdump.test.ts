import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readExecutable } from '../../../src/go/binary/executable.ts';
import { isSymbolOf, objdump, parseObjdump, symbolPattern } from '../../../src/go/binary/objdump.ts';
import { temporaryFolder } from '../../cli/runCli.ts';
import { succeeded } from '../../why.ts';
import { installedGo } from '../goModule.ts';

describe('what objdump prints', () => {
  it('becomes symbols with their instructions', () => {
    const text = [
      'TEXT shop.Add(SB) /src/shop/cart.go',
      '  cart.go:12\t\t0x4a1000\t\t493b6610\t\tCMPQ SP, 0x10(R14)\t',
      '  my file.go:7\t\t0x4a1004\t\tc3\t\t\tRET\t\t\t',
      '',
      'TEXT shop.f[go.shape.struct { A int }](SB) /src/shop/f.go',
      '  f.go:3\t\t0x100000\t\tf9400b90 d10083f1\tMOVD 16(R28), R16\t',
      '',
    ].join('\n');
    assert.deepEqual(parseObjdump(text), [
      {
        name: 'shop.Add',
        instructions: [
          { address: 0x4a1000, file: 'cart.go', line: 12, text: 'CMPQ SP, 0x10(R14)' },
          { address: 0x4a1004, file: 'my file.go', line: 7, text: 'RET' },
        ],
        end: 0x4a1005,
      },
      {
        name: 'shop.f[go.shape.struct { A int }]',
        instructions: [{ address: 0x100000, file: 'f.go', line: 3, text: 'MOVD 16(R28), R16' }],
        end: 0x100008,
      },
    ]);
    assert.deepEqual(parseObjdump(''), []);
  });

  it("is looked for by the function's name, which is no expression", () => {
    const found = (functionName: string, symbol: string) =>
      new RegExp(symbolPattern(functionName)).test(symbol) && isSymbolOf(symbol, functionName);
    assert.ok(found('p.(*T).M', 'p.(*T).M'));
    assert.ok(!found('p.F', 'p.F.func1') && !found('p.F', 'qp.F') && !found('p.F', 'pxF'));
    assert.ok(found('p.F[go.shape.int]', 'p.F[go.shape.int]'));
    assert.ok(!found('p.F[go.shape.int]', 'p.F[go.shape.string]'));
    // If the profile leaves type arguments out, the function has a symbol for each of them. Brackets can be nested.
    assert.ok(found('p.F[...]', 'p.F[go.shape.map[string][]int]'));
    assert.ok(found('p.(*T[...]).M.func1', 'p.(*T[go.shape.int]).M.func1'));
    assert.ok(!found('p.F[...]', 'p.F[go.shape.int].func1[q]'));
    // The linker's name for an assembly function that Go calls through a wrapper.
    assert.ok(found('runtime.asmcgocall', 'runtime.asmcgocall.abi0'));
  });
});

describe('a binary', () => {
  const folder = temporaryFolder();
  const binary = folder.path('shapes.test');
  const ask = async (functionName: string, file = binary) =>
    objdump({
      toolchain: await installedGo(),
      binary: file,
      functionName,
      directory: import.meta.dirname,
      env: process.env,
    });
  before(async () => {
    const directory = join(import.meta.dirname, '../../workspace/shapes');
    await promisify(execFile)('go', ['test', '-c', '-vet=off', '-o', binary, '.'], { cwd: directory });
  });

  it('has the instructions of its functions, one after the other', async () => {
    for (const name of ['runtime.mallocgc', 'runtime.(*mheap).alloc.func1', 'runtime.memmove']) {
      const answer = succeeded(await ask(name));
      for (const { instructions, end } of answer) {
        assert.ok(instructions.length > 3);
        const addresses = [...instructions.map(({ address }) => address), end];
        assert.deepEqual(
          addresses,
          [...new Set(addresses)].sort((a, b) => a - b),
        );
      }
    }
  });

  it('lacks a function that the compiler put into its callers, and what is no binary lacks all', async () => {
    const inlined = await ask('runtime.nextFreeFast');
    assert.equal(inlined.ok || inlined.problem.code, 'no-such-symbol');
    const text = await ask('runtime.mallocgc', import.meta.filename);
    assert.equal(text.ok || text.problem.code, 'not-disassembled');
    const head = await readExecutable(import.meta.filename);
    assert.equal(head.ok || head.problem.code, 'not-a-binary');
  });
});

describe("a binary's header", () => {
  const folder = temporaryFolder();
  // [system, the address at which its linker puts the code by default]
  const systems: [string, bigint][] = [
    ['linux', 0x400000n],
    ['darwin', 0x1000000n],
    ['windows', 0x140000000n],
  ];
  for (const [system, address] of systems) {
    it(`says where the code is to be: ${system}`, async () => {
      const binary = folder.path(system);
      // The linker alone writes the header: the runtime need not be compiled for each system.
      const env = { ...process.env, GOOS: 'linux', GOARCH: 'amd64', CGO_ENABLED: '0' };
      const main = folder.path(`${system}.go`);
      writeFileSync(main, 'package main\n\nfunc main() {}\n');
      await promisify(execFile)('go', ['build', `-ldflags=-H=${system}`, '-o', binary, main], { env });
      const { code, isElf, buildId } = succeeded(await readExecutable(binary));
      assert.deepEqual(code, { offset: 0n, address });
      assert.equal(isElf, system === 'linux');
      if (!isElf) assert.equal(buildId, null);
    });
  }
});
