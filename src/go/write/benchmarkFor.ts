/**
 * A benchmark for a function, as the text of a test file. It calls the function as the tests beside it do: with the arguments that
 * these write out, the rows of their tables, the seeds and corpora of their fuzz targets. Where there are none, a text or slice
 * has several sizes, and what nobody but the user can choose is left to them.
 */
import * as path from 'node:path';
import { append, largest } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { Call } from '../scan/calledWith.ts';
import type { DeclaredFunction } from '../scan/declarations.ts';
import { type Argument, argumentFor, constructorOf, madeOf } from './argumentFor.ts';
import { fittingCalls, type ScannedFile } from './fittingCalls.ts';
import { GoText } from './goText.ts';
import { type Instance, instanceOf } from './instantiate.ts';
import type { WriteRequest } from './writeRequest.ts';

export interface WrittenBenchmark {
  readonly name: string;
  /** Of the new file, which is not there yet. */
  readonly fileName: string;
  readonly text: string;
  /** The tests whose arguments it has; empty if there are none. */
  readonly cases: readonly string[];
  /** What the user must choose: names of parameters, or of the receiver. */
  readonly open: readonly string[];
}

const sizes = '16, 1024, 65536';
const firstWithLoop = 24;
/** An operation uses them up, so each needs its own. */
const usedUp = /\b(?:\w+\.)?New(?:Reader|Buffer|BufferString|Scanner|Decoder|ReadWriter)\w*\(/;

/** What the user should know of it. */
export function writtenSentences({ cases, open }: WrittenBenchmark): Problem[] {
  const from =
    cases.length > 0
      ? { code: 'cases', template: 'Called as in: {0}.', args: [[...new Set(cases)].join(', ')] }
      : {
          code: 'no-cases',
          template:
            'No test beside it calls it with values that are written out: are these like those of production?',
          args: [],
        };
  const chosen = {
    code: 'open',
    template: 'You must choose: {0}. See TODO in the file.',
    args: [open.join(', ')],
  };
  return open.length > 0 ? [from, chosen] : [from];
}

function isUsedUp(expression: string): boolean {
  return usedUp.test(expression);
}

/** A method's name alone is enough where one type has it. Problems: `no-such-function`, `several-methods`, `no-type-arguments`. */
export function benchmarkFor(request: WriteRequest): Result<WrittenBenchmark> {
  const { scanner, files } = request;
  const scanned = files.map(({ name, text }) => ({ name, text, ...scanner.declarations(text) }));
  const wanted = request.function.replace(/\[[^\]]*\]/g, '').replace(/^.*\//, '');
  const [, of = '', name = ''] = /(?:^|\.)(?:\(?\*?(\w+)\)?\.)?(\w+)$/u.exec(wanted) ?? [];
  const places = functionsCalled(scanned, of, name);
  const [found] = places;
  if (found === undefined) {
    return fail('no-such-function', 'No Go file of the package has a function {0}.', [request.function]);
  }
  // One type can have it in several files, for several systems.
  const methods = new Set(places.map((each) => `${each.function.receiver}.${name}`));
  if (methods.size > 1) {
    const names = [...methods].join(', ');
    return fail('several-methods', 'Several types have a method {0}. Name one: {1}.', [name, names]);
  }
  const writer = new Writer(request, scanned, found.file, found.function);
  if (!writer.hasTypes) {
    const template =
      '{0} is generic, and no test beside it calls it with values that are written out: for which types, you must say.';
    return fail('no-type-arguments', template, [request.function]);
  }
  return ok(writer.written());
}

function functionsCalled(files: readonly ScannedFile[], of: string, name: string) {
  const places = files
    .filter((file) => !file.name.endsWith('_test.go'))
    .flatMap((file) => file.functions.map((each) => ({ file, function: each })))
    .filter((each) => each.function.name === name);
  // A profile writes a function as `package.Name`, a method as `package.Type.Name`.
  const exact =
    places.find((each) => each.function.receiver === of) ??
    places.find((each) => each.function.receiver === '' && each.file.packageName === of);
  if (exact !== undefined) return [exact];
  return of === '' ? places : [];
}

interface Given {
  readonly passed: readonly string[];
  /** See `Call`. */
  readonly types: string;
}

class Writer {
  readonly #text = new GoText();
  readonly #open: string[] = [];
  /** Where it is written in another package, what stands before the names of the function's own. */
  readonly #package: string;
  readonly #calls: readonly Call[];
  /** How it is called where no test does. */
  readonly #instance: Instance | null;

  constructor(
    private readonly request: WriteRequest,
    private readonly files: readonly ScannedFile[],
    private readonly file: ScannedFile,
    private readonly declared: DeclaredFunction,
  ) {
    const { packageName } = file;
    const callsOf = (isInside: boolean) =>
      fittingCalls(request, declared, files, (each) => (each === packageName) === isInside, packageName);
    const [inside, outside] = [callsOf(true), callsOf(false)];
    this.#package = outside.length > inside.length ? `${packageName}.` : '';
    this.#calls = this.#package === '' ? inside : outside;
    this.#instance = instanceOf(declared, files);
    for (const each of files) if (each.name.endsWith('_test.go')) this.#text.know(each.imports);
  }

  /** False where it is generic, and neither a test nor a constraint says for which types. */
  get hasTypes(): boolean {
    return this.#calls.length > 0 || this.#instance !== null;
  }

  written(): WrittenBenchmark {
    const { receiver, name } = this.declared;
    this.#text.know(this.file.imports);
    const wanted = `Benchmark${receiver === '' ? '' : `${upper(receiver)}_`}${upper(name)}`;
    const taken = new Set(this.files.flatMap((each) => [...each.names]));
    const benchmark = unused(wanted, (each) => taken.has(each));
    const body = this.#calls.length > 0 ? this.#ofCalls() : this.#ofSizes();
    const stem = `${path.basename(this.file.name, '.go')}_bench`;
    const fileName = unused(stem, (each) => this.files.some((file) => file.name === `${each}_test.go`));
    const { packageName } = this.file;
    return {
      name: benchmark,
      fileName: `${fileName}_test.go`,
      text: this.#text.file(this.#package === '' ? packageName : `${packageName}_test`, [
        `func ${benchmark}(b *testing.B) {`,
        ...body.map((line) => (line === '' ? '' : `\t${line}`)),
        '}',
      ]),
      cases: this.#calls.map(({ title }) => title),
      open: this.#open,
    };
  }

  /** A sub-benchmark for each call of the tests. */
  #ofCalls(): string[] {
    const { receiver, typeParameters, parameters } = this.declared;
    const isTable =
      receiver === '' &&
      typeParameters.length === 0 &&
      this.#calls.every(
        (each) => each.arguments.length === parameters.length && !each.arguments.some(isUsedUp),
      ) &&
      !parameters.some(({ isVariadic }) => isVariadic);
    return isTable && this.#calls.length > 1 ? this.#table() : this.#separately();
  }

  #table(): string[] {
    const { parameters } = this.declared;
    const names = this.#parameters(parameters.length).map((each) => (each === 'name' ? 'in' : each));
    const columns = ['name', ...names];
    const width = largest(columns.map((each) => each.length));
    const types = ['string', ...parameters.map(({ type }) => this.#text.qualified(type, this.#own))];
    const titles = new Set<string>();
    const rows = this.#calls.map(({ title, arguments: given }) => {
      const own = unused(title, (each) => titles.has(each));
      titles.add(own);
      return `\t{${[JSON.stringify(own), ...given].join(', ')}},`;
    });
    const given = { passed: names.map((each) => `test.${each}`), types: '' };
    return [
      'for _, test := range []struct {',
      ...columns.map((each, i) => `\t${each.padEnd(width)} ${types[i]!}`),
      '}{',
      ...rows,
      '} {',
      ...this.#run('test.name', [], '', given).map((line) => `\t${line}`),
      '}',
    ];
  }

  #separately(): string[] {
    const titles = new Set<string>();
    return this.#calls.flatMap((call) => {
      const own = unused(call.title, (each) => titles.has(each));
      titles.add(own);
      const setup: string[] = [];
      const on = this.#receiver(call, setup);
      const names = this.#parameters(call.arguments.length);
      const passed = call.arguments.map((text, i) => this.#passed(text, i, names[i]!, setup));
      return this.#run(JSON.stringify(own), setup, on, { passed, types: call.typeArguments });
    });
  }

  #passed(text: string, place: number, name: string, setup: string[]): string {
    const { typeParameters, parameters } = this.declared;
    const { type = '', isVariadic = true } = parameters[place] ?? {};
    if (typeParameters.length > 0 || isVariadic || isUsedUp(text) || /^[a-z]\w*$/.test(text)) return text;
    const own = this.#text.qualified(type, this.#own);
    const isPlain = (own === 'string' && /^["`]/.test(text)) || text.startsWith(own);
    setup.push(isPlain ? `${name} := ${text}` : `var ${name} ${own} = ${text}`);
    return name;
  }

  /** The names of the parameters, as variables of the benchmark. */
  #parameters(count: number): string[] {
    const { parameters } = this.declared;
    return Array.from({ length: count }, (_, i) => {
      const { name = '' } = parameters[i] ?? {};
      return name === '' || name === '_' || this.#text.isTaken(name) ? `in${i + 1}` : name;
    });
  }

  #ofSizes(): string[] {
    const { declared = this.declared, types = '', names: open = [] } = this.#instance ?? {};
    append(this.#open, open);
    const needed = declared.parameters.filter(({ isVariadic }) => !isVariadic);
    const names = this.#parameters(needed.length);
    const made = needed.map(({ type }, i) => argumentFor(this.#text.qualified(type, this.#own), names[i]!));
    const setup: string[] = [];
    const on = this.#receiver(null, setup);
    const passed = made.map((each, i) => this.#prepared(each, names[i]!, setup));
    const given = { passed, types: declared.receiver === '' ? types : '' };
    const chosen = open.length === 0 ? [] : [`// TODO: ${types} stands for [${open.join(', ')}].`];
    if (!made.some(({ hasSize }) => hasSize)) return [...chosen, ...setup, ...this.#loop(on, given)];
    return [
      ...chosen,
      '// TODO: no test says how these look in production.',
      `for _, size := range []int{${sizes}} {`,
      ...this.#run('fmt.Sprintf("size=%d", size)', setup, on, given).map((line) => `\t${line}`),
      '}',
    ];
  }

  #prepared(made: Argument, name: string, setup: string[]): string {
    if (made.isOpen) this.#open.push(name);
    append(setup, made.setup);
    return made.text;
  }

  /** The names that the function's package declares, where they need its name before them. */
  get #own(): { readonly prefix: string; readonly names: ReadonlySet<string> } {
    const own = this.files.filter((each) => each.packageName === this.file.packageName);
    return { prefix: this.#package, names: new Set(own.flatMap((each) => [...each.names])) };
  }

  /** How the method's receiver is called. */
  #receiver(call: Call | null, setup: string[]): string {
    const { receiver } = this.declared;
    if (receiver === '') return '';
    if (call !== null) {
      append(setup, madeOf(call.receiver, call.canFail));
      return 'on.';
    }
    const functions = this.files.flatMap((each) => (each.name.endsWith('_test.go') ? [] : each.functions));
    const instances = functions.flatMap((each) => instanceOf(each, this.files) ?? []);
    const type = `${receiver}${this.#instance?.types ?? ''}`;
    const made = constructorOf(type, instances, this.#package);
    if (made === null) this.#open.push(receiver);
    append(setup, made ?? [`var on ${this.#package}${type} // TODO: one as it is in production`]);
    return 'on.';
  }

  #run(title: string, setup: readonly string[], on: string, given: Given): string[] {
    const body = [...setup, ...this.#loop(on, given)].map((line) => `\t${line}`);
    return [`b.Run(${title}, func(b *testing.B) {`, ...body, '})'];
  }

  #loop(on: string, { passed, types }: Given): string[] {
    const { name, results } = this.declared;
    const call = `${on === '' ? this.#package : on}${name}${types}(${passed.join(', ')})`;
    const head = this.request.goMinor >= firstWithLoop ? 'for b.Loop() {' : 'for i := 0; i < b.N; i++ {';
    // A result that nobody uses could cost the call, were it compiled into the loop; vet refuses some.
    const kept = results.map((_, i) => `got${i}`);
    return [
      head,
      `\t${kept.length === 0 ? '' : `${kept.join(', ')} := `}${call}`,
      ...kept.map((each) => `\truntime.KeepAlive(${each})`),
      '}',
    ];
  }
}

function upper(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The name, or with the first number behind it that makes it new. */
function unused(name: string, isTaken: (name: string) => boolean): string {
  for (let i = 2, each = name; ; each = `${name}${i++}`) if (!isTaken(each)) return each;
}
