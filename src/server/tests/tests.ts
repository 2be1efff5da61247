import type { CancellationToken, CodeLens } from 'vscode-languageserver';
import { benchmarkSampleType } from '../../analysis/values/sampleType.ts';
import { readProfileFileAgain } from '../../go/profiles/profileFile.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import { lazily } from '../../lazily.ts';
import type { ProfileTestsArgs, RunOutcome } from '../../protocol.ts';
import { kindLabel } from '../../sampleTypeLabels.ts';
import { rangeOf } from '../client/lspTerms.ts';
import type { DocumentText } from '../costs/documentText.ts';
import { HeldProfile } from '../sessions/heldProfile.ts';
import type { SessionSource } from '../sessions/session.ts';
import { SourceSnapshot } from '../sessions/sourceSnapshot.ts';
import { fileLens, firstLens } from './firstLens.ts';
import type { TestRuns, TestRunsContext } from './testRuns.ts';

/** Profiles of tests. All but this is loaded when the first is asked for. */
export class Tests {
  readonly #context: Omit<TestRunsContext, 'open'>;
  readonly #load = lazily(() => this.#make());
  #runs: TestRuns | null = null;

  constructor(context: Omit<TestRunsContext, 'open'>) {
    this.#context = context;
  }

  /** See the command `profileTests`. */
  async profile(request: ProfileTestsArgs, token: CancellationToken): Promise<RunOutcome> {
    return (await this.#load()).profile(request, token);
  }

  /** See the command `cancelTests`. */
  async cancel(request: ProfileTestsArgs): Promise<boolean> {
    return (await this.#load()).cancel(request);
  }

  /** See the command `listTests`. */
  async list(): Promise<boolean> {
    return (await this.#load()).list();
  }

  /** Above each test of a file one that profiles it, or what the last run has said of it. At the top one for all. */
  lenses(document: DocumentText, scanner: GoScanner): CodeLens[] {
    if (this.#runs !== null) return this.#runs.lenses(document, scanner);
    const ofTests = scanner.scan(document.text).tests.map(({ name, nameRange }) => ({
      range: rangeOf(nameRange),
      command: firstLens({ uri: document.uri, scope: 'test', test: name }),
    }));
    return [...fileLens(document, scanner), ...ofTests];
  }

  async #make(): Promise<TestRuns> {
    const { sessions, files } = this.#context;
    const { TestRuns } = await import('./testRuns.ts');
    const open: TestRunsContext['open'] = (profiles, { runId, title, takenAt, texts, roots, maxBytes }) => {
      const snapshot = new SourceSnapshot(takenAt, texts, () => false, files.read);
      const sources = profiles.map(
        ({ kind, path: profilePath, profile }): SessionSource => ({
          title: `${title} · ${kindLabel(kind)}`,
          origin: { from: 'run', of: 'tests', runId, name: title, kind },
          ...{ profilePath, profile, roots, snapshot, takenAt },
          held: new HeldProfile(profile, () => readProfileFileAgain(profilePath, maxBytes)),
          defaultSampleType: benchmarkSampleType(profile),
          operations: null,
        }),
      );
      return sessions.add(sources);
    };
    this.#runs = new TestRuns({ ...this.#context, open });
    return this.#runs;
  }
}
