/** What we know of Go's tools holds for every version in use. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { functionCause } from '../../src/analysis/bill/causes.ts';
import { briefName } from '../../src/analysis/names/nameParts.ts';
import { disturbancesIn } from '../../src/bench/verdicts/noise.ts';
import { objdump } from '../../src/go/binary/objdump.ts';
import { codeHash, testBinary } from '../../src/go/build/testBinary.ts';
import { callsInLoop, inlinesInLoop } from '../../src/go/profile/loopStyle.ts';
import type { BenchmarkResult } from '../../src/go/results/benchmarkResult.ts';
import { waitsUntilEvent } from '../../src/go/results/billText.ts';
import { askCompiler } from '../../src/go/why/askCompiler.ts';
import { escapeText } from '../../src/go/why/reasonText.ts';
import { reportOutput } from '../conformance/reportOutput.ts';
import { goTool } from '../goTool.ts';
import { testFolder, writeFiles } from '../testFolder.ts';
import { succeeded } from '../why.ts';
import { type GoVersion, goOfVersion, minorOf } from './everyGo.ts';
import { benchmarks, generated, genericMethods, manyFiles, type Program } from './everyGoModule.ts';
import { goModule, objectsOnLine, openedProfile } from './goModule.ts';
import { goVersions, tracesWith } from './goVersions.ts';
import { done } from './outcome.ts';
import { runtimeWork, unnamedWork } from './runtimeWork.ts';

const run = promisify(execFile);
const folder = testFolder();

/** Printing for debuggers, random numbers, arithmetic of small processors, instrumentation. */
const withoutCause =
  /^(?:print|rand|u?int\d+|float\d+|complex|race|[am]san|libfuzzer|checkptr|unsafe|throwinit|addCovMeta|KeepAlive)/;

for (const version of goVersions) {
  describe(`Go ${version}`, async () => {
    const go = await goOfVersion(version);
    const skip = typeof go === 'string' ? go : false;
    const present = (): GoVersion => (typeof go === 'string' ? assert.fail(go) : go);

    // One build and one run, of which the tests look at different things.
    const files = {
      'm_test.go': benchmarks,
      'work_test.go': runtimeWork,
      'methods_test.go': genericMethods,
      'pages/m_test.go': generated,
      'templates/page.qtpl': '{% func Page() %}\n',
    };
    const module = goModule(files);
    let results: readonly BenchmarkResult[] = [];
    before(async () => {
      if (typeof go === 'string') return;
      const { toolchain, env } = go;
      const names = [
        'BenchmarkN',
        'BenchmarkLoop',
        'BenchmarkParallel',
        'BenchmarkCalls',
        'BenchmarkRoutes//a/bc',
      ];
      if (minorOf(toolchain) >= 27) names.push('BenchmarkConvert');
      const options = { toolchain, env, kinds: ['mem'], benchtime: '300x', keepsBinary: true } as const;
      results = await done(module, names, options);
    });
    const resultOf = (name: string) => results.find((each) => each.name === name) ?? assert.fail(name);

    /** The instructions of a benchmark, as this version's objdump lists them. */
    async function instructionsOf(benchmark: string) {
      const { toolchain, env } = present();
      const functionName = `example.com/m.${benchmark}`;
      const binary = join(module.output, testBinary);
      const { directory } = module;
      const [symbol] = succeeded(await objdump({ toolchain, binary, functionName, directory, env }));
      assert.equal(symbol?.name, functionName);
      return symbol;
    }

    it('tells the kinds of loops apart, and counts every allocation', { skip }, async () => {
      const operations = { BenchmarkN: 301, BenchmarkLoop: 300, BenchmarkParallel: 301 };
      const file = join(module.directory, 'm_test.go');
      for (const [name, expected] of Object.entries(operations)) {
        const { profiles, problems } = resultOf(name);
        assert.deepEqual(problems, []);
        const [memory] = profiles;
        assert.ok(memory, name);
        assert.equal(memory.operations, expected, name);
        const marker = { BenchmarkN: 'n', BenchmarkLoop: 'loop', BenchmarkParallel: 'function' }[name];
        const line = module.line('m_test.go', `// ${marker}\n`.trimEnd());
        assert.equal(await objectsOnLine(memory.path, file, line), expected, name);
        await assertNames(memory.path, name);
        await assertSameAsTool(memory.path);
      }
    });

    it('runs a benchmark without the one whose name begins its own', { skip }, async () => {
      const { profiles, problems } = resultOf('BenchmarkRoutes//a/bc');
      assert.deepEqual(problems, []);
      assert.equal(profiles[0]?.operations, 300);
      const line = module.line('m_test.go', '// route');
      const objects = await objectsOnLine(profiles[0]!.path, join(module.directory, 'm_test.go'), line);
      assert.equal(objects, 300 * '/a/bc'.length);
    });

    it('names methods with type parameters', { skip }, async (t) => {
      const { toolchain } = present();
      if (minorOf(toolchain) < 27) return t.skip('methods have type parameters from Go 1.27 on');
      const [memory] = resultOf('BenchmarkConvert').profiles;
      assert.ok(memory);
      assert.equal(memory.operations, 300);
      const file = join(module.directory, 'methods_test.go');
      const line = module.line('methods_test.go', '// convert');
      assert.equal(await objectsOnLine(memory.path, file, line), 300);
      const names = (await namesIn(memory.path)).filter((name) => name.includes('convert'));
      assert.deepEqual(names.map(briefName), ['m.(*box).convert[[64]int]']);
      await assertSameAsTool(memory.path);
    });

    it('traces what is waited for, and says where its tool counts more', { skip }, async (t) => {
      const { toolchain, env } = present();
      if (!tracesWith(version)) return t.skip('only the newest and the installed Go');
      const [result] = await done(module, ['BenchmarkWaits'], {
        ...{ toolchain, env, kinds: ['wait', 'started'], benchtime: '20x' },
        outputDirectory: `${module.output}-waits`,
      });
      assert.deepEqual(result?.problems, []);
      const [wait, started] = result.profiles;
      assert.equal(wait?.operations, 20);
      assert.equal(started?.operations, 20);
      const args = ['-sample_index=sync_delay', '-lines', '-cum'];
      const line = `m_test.go:${module.line('m_test.go', '// waits')}`;
      assert.ok(String(await reportOutput('top', '', args, [wait.path])).includes(line));
      const go = `m_test.go:${module.line('m_test.go', 'go func() {')}`;
      const waiting = ['-sample_index=started_waiting', '-lines', '-cum', '-focus=time.Sleep'];
      assert.ok(String(await reportOutput('top', '', waiting, [started.path])).includes(go));
      const codes = (result.notes ?? []).map(({ code }) => code);
      assert.equal(codes.includes(waitsUntilEvent.code), minorOf(toolchain) < 26);
    });

    it('has a cause for all that the compiler calls, and for all that costs', { skip }, async () => {
      const { toolchain, env } = present();
      const { stdout: root } = await run(toolchain.command, ['env', 'GOROOT'], { env });
      const list = join(root.trim(), 'src/cmd/compile/internal/typecheck/_builtin/runtime.go');
      const called = [...(await readFile(list, 'utf8')).matchAll(/^func (\w+)/gm)].map(
        ([, name = '']) => name,
      );
      const unnamed = called.filter((name) => functionCause(`runtime.${name}`, '') === null);
      assert.ok(called.length > 100);
      assert.deepEqual(
        unnamed.filter((name) => !withoutCause.test(name)),
        [],
      );
      const profile = join(module.output, 'work.cpu');
      const asked = [
        '-test.run=^$',
        '-test.bench=^BenchmarkWork$',
        '-test.benchtime=1s',
        `-test.cpuprofile=${profile}`,
      ];
      await run(join(module.output, testBinary), asked, { cwd: module.directory });
      const read = await openedProfile(profile);
      assert.deepEqual(unnamedWork(read), []);
    });

    it('says where the files of line directives are', { skip }, async (t) => {
      const { toolchain, env } = present();
      if (minorOf(toolchain) < 26) return t.skip('as Go 1.26');
      const options = { toolchain, env, kinds: ['mem'], benchtime: '300x' } as const;
      const packageDirectory = join(module.directory, 'pages');
      const [result] = await done(module, ['BenchmarkPage'], {
        ...options,
        packageDirectory,
        outputDirectory: `${module.output}-pages`,
      });
      // Before Go 1.27, the name that Go has written is as in the comment.
      const { functions, strings } = await openedProfile(result?.profiles[0]?.path ?? '');
      const files = [...functions.filename].map((index) => strings.get(index));
      const named = files.filter((file) => file.endsWith('page.qtpl'));
      assert.deepEqual([...new Set(named)], [join(module.directory, 'templates', 'page.qtpl')]);
    });

    it('has instructions on their lines', { skip }, async () => {
      const symbol = await instructionsOf('BenchmarkLoop');
      const line = benchmarks.split('\n').findIndex((text) => text.includes('// loop')) + 1;
      assert.ok(symbol.instructions.some((each) => each.file === 'm_test.go' && each.line === line));
      assert.ok(symbol.instructions.every(({ address }) => address < symbol.end));
    });

    it('says why lines cost, each time that it is asked', { skip }, async () => {
      const { directory } = module;
      const { signal } = new AbortController();
      const line = benchmarks.split('\n').findIndex((text) => text.endsWith('// n')) + 1;
      for (let time = 0; time < 2; time++) {
        const modules = ['example.com/m'];
        const notes = succeeded(
          await askCompiler({ ...present(), tags: '', flags: [], directory, modules, signal }),
        );
        const here = notes.filter(({ at: [{ file }] }) => file === join(directory, 'm_test.go'));
        assert.deepEqual(here.filter(({ at }) => at[0].line === line).map(escapeText), [
          'new([64]int) escapes to heap: stored in sink',
        ]);
        const kept = here.find(({ code }) => code === 'cannotInlineFunction');
        assert.equal(kept?.message, 'marked go:noinline');
      }
    });

    it('is told apart by what b.Loop does to calls in its body', { skip }, async () => {
      const { toolchain } = present();
      const { instructions } = await instructionsOf('BenchmarkCalls');
      const calls = instructions.some(({ text }) => text.includes('example.com/m.added'));
      assert.equal(inlinesInLoop(toolchain.version), !calls, 'what we say is what the compiler does');
      const noted = ['BenchmarkCalls', 'BenchmarkN']
        .map(resultOf)
        .filter(({ notes = [] }) => notes.some(({ code }) => code === callsInLoop.code));
      assert.deepEqual(
        noted.map(({ name }) => name),
        calls ? ['BenchmarkCalls'] : [],
      );
      assert.deepEqual(
        disturbancesIn([callsInLoop, waitsUntilEvent]),
        [],
        'it is no reason to doubt the timings',
      );
    });

    it('knows the same machine code again elsewhere, and other code from it', { skip }, async (t) => {
      if (process.platform !== 'linux') return t.skip('only ELF files are compared by sections');
      const hashOf = async (name: string, program: Program) => {
        const binary = await build(present(), join(folder, `${version}-${name}`), manyFiles(program));
        return (await codeHash(binary, {})) ?? assert.fail('the binary was written');
      };
      const here = await hashOf('a', {});
      // The names of so many files make the table of lines longer than a page, which moves all variables too.
      const far = `another-folder-${'with-a-long-name'.repeat(10)}`;
      assert.equal(await hashOf(far, { comment: true }), here, 'elsewhere, and with comments');
      // Older versions need only show that not all is the same to them.
      assert.notEqual(await codeHash(join(module.output, testBinary), {}), here);
      if (version !== goVersions.at(-1)) return;
      const others: readonly Program[] = [
        { variable: 'second' },
        { constant: 8 },
        { text: 'some other text' },
      ];
      for (const other of others) {
        assert.notEqual(await hashOf(far, { comment: true, ...other }), here, JSON.stringify(other));
      }
    });
  });
}

/** The functions of our module have the names that we shorten and look for. */
async function assertNames(path: string, benchmark: string) {
  const names = (await namesIn(path)).filter((name) => name.startsWith('example.com/m.')).map(briefName);
  const expected: Readonly<Record<string, readonly string[]>> = {
    BenchmarkN: ['m.BenchmarkN'],
    BenchmarkLoop: ['m.(*list[string]).grow', 'm.BenchmarkLoop', 'm.BenchmarkLoop.func1', 'm.made[int]'],
    BenchmarkParallel: ['m.BenchmarkParallel', 'm.BenchmarkParallel.func1', 'm.made[int]'],
  };
  assert.deepEqual([...new Set(names)].sort(), expected[benchmark]);
}

async function namesIn(path: string): Promise<string[]> {
  const { functions, strings } = await openedProfile(path);
  return [...functions.name].map((index) => strings.get(index));
}

/** Our report is pprof's. */
async function assertSameAsTool(path: string) {
  const args = ['-sample_index=alloc_objects', '-nodecount=0', '-nodefraction=0', '-edgefraction=0'];
  const theirs = await run(goTool('pprof'), ['-symbolize=none', '-top', ...args, path]);
  assert.equal(await reportOutput('top', '', args, [path]), theirs.stdout);
}

/** Builds the test binary of a module `example.com/m` with these files in `directory`. */
async function build(
  { toolchain, env }: GoVersion,
  directory: string,
  files: Readonly<Record<string, string>>,
) {
  writeFiles(directory, { 'go.mod': 'module example.com/m\n\ngo 1.24\n', ...files });
  const binary = join(directory, 'm.test');
  await run(toolchain.command, ['test', '-c', '-vet=off', '-o', binary, '.'], { cwd: directory, env });
  return binary;
}
