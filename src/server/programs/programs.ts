import type { CancellationToken } from 'vscode-languageserver';
import { lazily } from '../../lazily.ts';
import type { ProfileProgramArgs, ProgramEnd, RunOutcome } from '../../protocol.ts';
import { fail } from '../../result.ts';
import { filePath } from '../client/lspTerms.ts';
import type { DocumentText } from '../costs/documentText.ts';
import { placeProblem } from '../run/runPlace.ts';
import type { ProgramsContext } from './context.ts';
import type { ProgramRuns } from './programRuns.ts';

const failed: RunOutcome = { status: 'failed', sessionIds: [] };

/** Profiles programs. What that takes is a bundle of its own, which is loaded when the first one is profiled. */
export class Programs {
  readonly #context: ProgramsContext;
  readonly #load = lazily(() => this.#make());
  /** `null` while none has been asked for. */
  #loaded: ProgramRuns | null = null;

  constructor(context: ProgramsContext) {
    this.#context = context;
  }

  /** Every problem is shown to the user as a message. */
  async profile(request: ProfileProgramArgs, token: CancellationToken): Promise<RunOutcome> {
    const { messages, isTrusted, settings, texts } = this.#context;
    const file = filePath(request.uri);
    if (!isTrusted()) {
      const template =
        'Profiling a program runs it, and this workspace is not trusted. Trust it to profile programs.';
      messages.problem(fail('untrusted', template).problem, 'warning');
      return failed;
    }
    if (file === null) {
      const template = 'This file is not on the disk of this machine, so its program cannot run here.';
      messages.problem(fail('not-a-file', template).problem, 'warning');
      return failed;
    }
    const places = { folders: await settings.folders(), open: texts.openFiles };
    const problem = placeProblem(directoryOf(file), places);
    if (problem === null) return (await this.#load()).profile(request, file, token);
    messages.problem(problem, 'warning');
    return failed;
  }

  /** Ends the program that runs. Answers whether one did. */
  end({ how }: ProgramEnd): boolean {
    return this.#loaded?.end(how) ?? false;
  }

  async #make(): Promise<ProgramRuns> {
    const { ProgramRuns } = await import('./programRuns.ts');
    this.#loaded = new ProgramRuns(this.#context);
    return this.#loaded;
  }
}

/** Cheaper than parsing: most files are of libraries. */
export function isLikelyProgram({ path: file, text }: DocumentText): boolean {
  return file.endsWith('.go') && /^package\s+main\b/m.test(text) && /^func\s+main\b/m.test(text);
}

function directoryOf(file: string): string {
  return file.replace(/[\\/][^\\/]*$/, '') || '/';
}
