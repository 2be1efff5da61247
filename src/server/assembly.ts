/** The machine code behind a profile's function: found in the profiled binary, by the Go toolchain. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { codeFits, functionPlaces } from '../analysis/assembly/codeFits.ts';
import { type Executable, loadBase, readExecutable } from '../go/binary/executable.ts';
import { objdump } from '../go/binary/objdump.ts';
import type { MachineCode, MachineSymbol } from '../model.ts';
import { int64At } from '../pprof/columns.ts';
import type { Profile } from '../pprof/profile.ts';
import type { Assembly, AssemblyRequest } from '../protocol.ts';
import { fail, ok, type Result } from '../result.ts';
import { localSentence, type Messages } from './client/messages.ts';
import type { Settings } from './client/settings.ts';
import { findGoSetup } from './sessions/goSetup.ts';
import type { Session, SessionStore } from './sessions/sessions.ts';

export interface AssemblyContext {
  readonly sessions: SessionStore;
  readonly settings: Settings;
  readonly messages: Messages;
  readonly isTrusted: () => boolean;
  /** The first workspace folder, where there is one. */
  readonly folder: string | null;
}

/** A binary on this machine. */
interface Binary {
  readonly file: string;
  /** Another when the file is written again. */
  readonly version: string;
  readonly executable: Executable;
  /** Its build id says that it is the profiled one. */
  readonly isProven: boolean;
}

/** Functions whose instructions are remembered: disassembling takes half a second, and long functions much memory. */
const mostKept = 30;

/** Answers with instructions, or with why there are none. Owns what it has learnt of binaries. */
export class Assemblies {
  readonly #context: AssemblyContext;
  /** By binary, its version and function; the first asked for first. */
  readonly #dumped = new Map<string, Promise<Result<MachineSymbol[]>>>();

  constructor(context: AssemblyContext) {
    this.#context = context;
  }

  async of(request: AssemblyRequest): Promise<Assembly> {
    const { sessions, messages } = this.#context;
    const session = sessions.get(request.sessionId);
    const code =
      session === undefined
        ? fail('no-session', 'This profile is no longer open. Open it again to see its assembly.')
        : await this.#codeOf(session, request);
    if (code.ok) return code.value;
    if (code.problem.details !== undefined) messages.logProblem(code.problem);
    return { missing: localSentence(code.problem) };
  }

  async #codeOf(session: Session, request: AssemblyRequest): Promise<Result<MachineCode>> {
    const { profile } = session;
    const { functionName } = request;
    if (!this.#context.isTrusted()) {
      return fail(
        'untrusted',
        'Showing assembly runs the go command, and this workspace is not trusted. Trust it to see assembly.',
      );
    }
    if (session.base !== undefined) {
      return fail(
        'two-binaries',
        'A difference is of two binaries, which have their code in different places. Open one of the two profiles to see its assembly.',
      );
    }
    const mappings = mappingsOf(profile, functionName);
    if (!mappings.ok) return mappings;
    const binary = await binaryOf(session, mappings.value[0]!);
    if (!binary.ok) return binary;
    const loads = loadsOf(profile, binary.value, mappings.value);
    if (!loads.ok) return loads;
    const symbols = await this.#symbolsOf(session, binary.value, request);
    if (!symbols.ok) return symbols;
    const code = { symbols: symbols.value, loads: loads.value };
    if (binary.value.isProven || codeFits(profile, functionName, code)) return ok(code);
    return anotherBinary(binary.value.file);
  }

  #symbolsOf(
    session: Session,
    { file, version }: Binary,
    request: AssemblyRequest,
  ): Promise<Result<MachineSymbol[]>> {
    const key = [file, version, request.functionName].join('\0');
    let dumped = this.#dumped.get(key);
    if (dumped === undefined) {
      dumped = this.#dump(session, file, request).then((result) => {
        if (!result.ok) this.#dumped.delete(key);
        return result;
      });
      this.#dumped.set(key, dumped);
      const [oldest] = this.#dumped.keys();
      if (this.#dumped.size > mostKept && oldest !== undefined) this.#dumped.delete(oldest);
    }
    return dumped;
  }

  async #dump(
    session: Session,
    binary: string,
    { functionName, goCommand }: AssemblyRequest,
  ): Promise<Result<MachineSymbol[]>> {
    const { settings, folder } = this.#context;
    const directory = folder ?? path.dirname(session.profilePath);
    const setup = await findGoSetup(directory, await settings.general(), goCommand);
    if (!setup.ok) return setup;
    return objdump({ ...setup.value, binary, functionName });
  }
}

/** The mappings with the function's code, all of one binary; never none. */
function mappingsOf(profile: Profile, functionName: string): Result<readonly number[]> {
  const { mappings, isInlined } = functionPlaces(profile, functionName);
  const binaries = new Set(
    mappings.map((mapping) => `${fileOf(profile, mapping)}\0${buildIdOf(profile, mapping)}`),
  );
  if (binaries.size > 1) {
    return fail('several-binaries', 'This profile has {0} in several binaries, so its assembly is not one.', [
      functionName,
    ]);
  }
  if (isInlined && mappings.length === 0) {
    return fail(
      'inlined',
      'The compiler has put {0} into its callers: it has no code of its own. See the assembly of its callers.',
      [functionName],
    );
  }
  const [first = -1] = mappings;
  return first === -1 || fileOf(profile, first) === ''
    ? fail('no-binary-named', 'The profile does not say which binary {0} is in, so there is no assembly.', [
        functionName,
      ])
    : ok(mappings);
}

/** The binary of a mapping: beside the profile, where runs keep theirs and `go test` leaves it, or where it was. */
async function binaryOf({ profile, profilePath, origin }: Session, mapping: number): Promise<Result<Binary>> {
  const named = fileOf(profile, mapping);
  const buildId = buildIdOf(profile, mapping);
  const name = named.slice(Math.max(named.lastIndexOf('/'), named.lastIndexOf('\\')) + 1);
  // A path that begins with two slashes can be another machine's, which a profile must not make us ask.
  const isOwnPath = path.isAbsolute(named) && !/^[/\\]{2}/.test(named);
  const candidates = [path.join(path.dirname(profilePath), name), ...(isOwnPath ? [named] : [])];
  let other: string | null = null;
  for (const file of candidates) {
    const stats = await stat(file).catch(() => null);
    if (stats === null || !stats.isFile()) continue;
    const head = await readExecutable(file);
    if (!head.ok) return head;
    const executable = head.value;
    // Other systems' ids are no part of the binary, and some tools write ids of their own.
    const hasId = executable.isElf && /^[0-9a-f]{8,}$/i.test(buildId);
    const isProven = hasId && executable.buildId === buildId.toLowerCase();
    if (isProven || !hasId)
      return ok({ file, version: `${stats.mtimeMs} ${stats.size}`, executable, isProven });
    other ??= file;
  }
  if (other !== null) return anotherBinary(other);
  return origin.from === 'benchmark'
    ? fail('binary-gone', 'Only the newest run of a package keeps its binary. Profile again to see assembly.')
    : fail(
        'no-binary',
        'Assembly is read from the profiled binary, and {0} is not on this machine. Put it beside the profile to see its assembly.',
        [named],
      );
}

function loadsOf(
  { mappings }: Profile,
  { file, executable }: Binary,
  indexes: readonly number[],
): Result<MachineCode['loads']> {
  const loads: { mapping: number; base: number }[] = [];
  for (const mapping of indexes) {
    const [start, offset] = [int64At(mappings.start, mapping), int64At(mappings.offset, mapping)];
    const base = loadBase(executable, { start, offset });
    if (base === null) return anotherBinary(file);
    loads.push({ mapping, base });
  }
  return ok(loads);
}

function anotherBinary(file: string): Result<never> {
  return fail(
    'another-binary',
    '{0} is another build than the profiled one: its instructions would not be those of the costs. Profile again to see assembly.',
    [file],
  );
}

function fileOf({ mappings, strings }: Profile, mapping: number): string {
  return mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
}

function buildIdOf({ mappings, strings }: Profile, mapping: number): string {
  return mapping === -1 ? '' : strings.get(mappings.buildId[mapping]!);
}
