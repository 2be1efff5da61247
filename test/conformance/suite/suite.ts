/** google/pprof's own suite of reports: 50 questions, each with its answer. It is read from the module, not kept here. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MachineSymbol } from '../../../src/base/model.ts';
import { modulePath } from '../../fuzz/reference.ts';

const run = promisify(execFile);

/** One question of the suite. */
export interface SuiteCase {
  /** As in the suite's table: `text,lines,cum,hide=line[X3]0`. */
  readonly flags: string;
  readonly source: string;
  /** A file with the profile. */
  readonly profile: string;
  /** The option of pprof, without its dash: `text`, `peek`. */
  readonly report: string;
  /** What `peek`, `disasm` and `weblist` look for; empty for the others. */
  readonly pattern: string;
  /** The options, as pprof has them. */
  readonly args: readonly string[];
  /** What pprof prints. */
  readonly golden: string;
  /** For `disasm`, what the suite's stand-in for a disassembler says. */
  readonly code: readonly MachineSymbol[];
}

/** What write_cases.go writes. */
interface WrittenCase {
  readonly Flags: string;
  readonly Source: string;
  readonly Profile: string;
  readonly Bools: Readonly<Record<string, boolean>>;
  readonly Ints: Readonly<Record<string, number>>;
  readonly Floats: Readonly<Record<string, number>>;
  readonly Strings: Readonly<Record<string, string>>;
  readonly Golden: string;
  readonly Code:
    | readonly {
        readonly Sym: { readonly Name: readonly string[]; readonly End: number };
        readonly Insts: readonly {
          readonly Addr: number;
          readonly Text: string;
          readonly Function: string;
          readonly File: string;
          readonly Line: number;
        }[];
      }[]
    | null;
}

/**
 * Has google/pprof write the profiles of its suite. Throws without Go, or if the module cannot be downloaded.
 *
 * @param folder for the files; Go's package is copied there, as it can only be tested with a test of ours beside it
 */
export async function suiteCases(folder: string): Promise<SuiteCase[]> {
  const copy = join(folder, 'pprof');
  cpSync(await modulePath('github.com/google/pprof'), copy, { recursive: true, mode: 0 });
  const driver = join(copy, 'internal/driver');
  await run('chmod', ['-R', 'u+w', copy]);
  cpSync(join(import.meta.dirname, 'write_cases.go'), join(driver, 'write_cases_test.go'));
  const cases = join(folder, 'cases');
  mkdirSync(cases, { recursive: true });
  const asked = table(readFileSync(join(driver, 'driver_test.go'), 'utf8'));
  writeFileSync(
    join(cases, 'asked.json'),
    JSON.stringify(
      asked.map(([Flags, Source], i) => ({ Flags, Source, Profile: join(cases, `${i}.pb.gz`) })),
    ),
  );
  const env = { ...process.env, LENS_CASES: cases };
  const flags = ['-count=1', '-vet=off', '-run=^TestWriteCases$'];
  await run('go', ['test', ...flags, './internal/driver'], { cwd: copy, env });
  // The file is that of our own write_cases.go.
  const written = JSON.parse(readFileSync(join(cases, 'cases.json'), 'utf8')) as readonly WrittenCase[];
  return written.map((each) => suiteCase(each, driver));
}

/** The rows `{"text,functions,flat", "cpu"},` of TestParse. */
function table(source: string): [flags: string, source: string][] {
  const rows = source.split('func TestParse(')[1]?.split('\n}\n')[0] ?? '';
  return [...rows.matchAll(/^\t\t\{"([^"]+)", "([^"]+)"\},$/gm)].map(([, flags = '', of = '']) => [
    flags,
    of,
  ]);
}

const takesPattern: ReadonlySet<string> = new Set(['peek', 'disasm', 'weblist']);

function suiteCase(
  { Flags, Source, Profile, Bools, Ints, Floats, Strings, Golden, Code }: WrittenCase,
  driver: string,
): SuiteCase {
  const report = Flags.split(/[,=]/)[0]!;
  const { [report]: pattern = '', ...strings } = Strings;
  const values = Object.entries({ ...Bools, ...Ints, ...Floats, ...strings }).filter(
    ([name]) => name !== report,
  );
  return {
    flags: Flags,
    source: Source,
    profile: Profile,
    report,
    pattern: takesPattern.has(report) ? pattern : '',
    args: values.map(([name, value]) => `-${name}=${value}`),
    golden: readFileSync(join(driver, Golden), 'utf8'),
    code: (Code ?? []).map(({ Sym, Insts }) => ({
      name: Sym.Name[0]!,
      end: Sym.End,
      instructions: Insts.map((each) => ({
        address: each.Addr,
        text: each.Text,
        functionName: each.Function,
        file: each.File,
        line: each.Line,
      })),
    })),
  };
}
