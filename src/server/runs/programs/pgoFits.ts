/** How the `default.pgo` of programs fit their code, for the lenses: found out in the background, and again after a save. */
import path from 'node:path';
import { type PgoFit, pgoFit, pgoWrittenAt } from '../../../go/profiles/pgoFit.ts';
import type { DocumentText } from '../../costs/documentText.ts';
import type { Services } from '../../services/services.ts';
import { findGoSetup } from '../../sessions/goSetup.ts';

interface PgoContext extends Pick<Services, 'background' | 'settings' | 'messages'> {
  /** Whether Go may be asked now. */
  readonly mayRun: () => boolean;
  /** Called when there is something new. */
  readonly changed: () => void;
}

interface KnownFit {
  readonly writtenAt: number;
  /** How often code had been saved. */
  readonly saves: number;
  /** `null` until it is known, and where it cannot be found out. */
  readonly fit: PgoFit | null;
}

export class PgoFits {
  /** By the folder of the program. */
  readonly #known = new Map<string, KnownFit>();
  #saves = 0;

  constructor(private readonly context: PgoContext) {}

  /** `null` where there is no `default.pgo`, or it is not known yet. */
  of({ path: file, uri }: DocumentText): PgoFit | null {
    const { background, mayRun } = this.context;
    const directory = path.dirname(file);
    const writtenAt = pgoWrittenAt(directory);
    if (writtenAt === null) return null;
    const known = this.#known.get(directory);
    const isCurrent = known?.writtenAt === writtenAt && known.saves === this.#saves;
    if (!isCurrent && mayRun()) {
      const asked: KnownFit = { writtenAt, saves: this.#saves, fit: known?.fit ?? null };
      this.#known.set(directory, asked);
      background(() => this.#look(directory, uri, asked));
    }
    return known?.fit ?? null;
  }

  /** A file has been saved: its functions may have moved. */
  saved(): void {
    this.#saves++;
    if (this.#known.size > 0) this.context.changed();
  }

  async #look(directory: string, uri: string, asked: KnownFit): Promise<void> {
    const { settings, messages, changed } = this.context;
    const setup = await findGoSetup(directory, await settings.forFile(uri));
    const found = setup.ok ? await pgoFit({ ...setup.value, directory }) : setup;
    if (!found.ok) messages.logProblem(found.problem);
    // Another look, which knows more, may be on its way.
    if (this.#known.get(directory) !== asked) return;
    this.#known.set(directory, { ...asked, fit: found.ok ? found.value : null });
    changed();
  }
}
