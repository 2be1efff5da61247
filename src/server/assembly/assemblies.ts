/** Instructions of the functions of a profile: `go tool objdump` reads them from the profiled binary. */
import path from 'node:path';
import { codeFits } from '../../analysis/assembly/codeFits.ts';
import { orForget } from '../../base/lazily.ts';
import type { MachineCode, MachineSymbol } from '../../base/model.ts';
import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { objdump } from '../../go/binary/objdump.ts';
import type { Assembly, AssemblyRequest } from '../../protocol.ts';
import { fileUri } from '../client/lspTerms.ts';
import { localSentence } from '../client/messages.ts';
import type { Services } from '../services/services.ts';
import { findGoAlone } from '../sessions/goSetup.ts';
import type { Session } from '../sessions/session.ts';
import { withSkids } from './lineSkids.ts';
import { anotherBinary, type Binary, findBinary, loadsOf, mappingsOf } from './profiledBinary.ts';

/**
 * So many functions' instructions are kept. Disassembling a function takes half a second; the instructions of a long
 * function take much memory.
 */
const mostKept = 30;

type FunctionRequest = Omit<AssemblyRequest, 'sessionId'>;

/** Answers requests for the instructions of a function: with them, or with the reason why there are none. */
export class Assemblies {
  /** By path and version of the binary, and function. */
  readonly #dumped = new RecentlyUsed<Promise<Result<MachineSymbol[]>>>(mostKept);

  constructor(private readonly context: Services) {}

  async of(request: AssemblyRequest): Promise<Assembly> {
    const { sessions, messages } = this.context;
    const session = sessions.get(request.sessionId);
    const code =
      session === undefined
        ? fail('no-session', 'This profile is no longer open. Open it again to see its assembly.')
        : await this.codeOf(session, request);
    if (session !== undefined && code.ok) {
      return withSkids(session, code.value);
    }
    if (code.ok) return code.value;
    if (code.problem.details !== undefined) messages.logProblem(code.problem);
    return { missing: localSentence(code.problem) };
  }

  /** The same, for a session that is open. */
  async codeOf(session: Session, request: FunctionRequest): Promise<Result<MachineCode>> {
    const { profile } = session;
    const { functionName } = request;
    if (!this.context.isTrusted()) {
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
    const binary = await findBinary(session, mappings.value[0], this.context.files);
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
    { place, version }: Binary,
    request: FunctionRequest,
  ): Promise<Result<MachineSymbol[]>> {
    const key = [place, version, request.functionName].join('\0');
    let dumped = this.#dumped.get(key);
    if (dumped === undefined) {
      const forget = () => this.#dumped.delete(key);
      dumped = this.#dump(session, place, request).then((result) => {
        if (!result.ok) forget();
        return result;
      });
      this.#dumped.set(key, orForget(dumped, forget));
    }
    return dumped;
  }

  async #dump(
    session: Session,
    binary: string,
    { functionName }: FunctionRequest,
  ): Promise<Result<MachineSymbol[]>> {
    const { settings, folder } = this.context;
    const directory = folder ?? path.dirname(session.profilePath);
    const goCommand = await settings.goCommand(fileUri(session.profilePath));
    const setup = await findGoAlone(await settings.general(), directory, goCommand);
    if (!setup.ok) return setup;
    return objdump({ ...setup.value, binary, functionName });
  }
}
