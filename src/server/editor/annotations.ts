import * as l10n from '@vscode/l10n';
import type { Connection, InlayHint, Range, TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type LineAnnotation, type LineAnnotationsParams, lineAnnotationsMethod } from '../../protocol.ts';
import { filePath } from '../client/lspTerms.ts';
import type { LensSettings, Settings } from '../client/settings.ts';
import type { Comparisons } from '../compare/comparisons.ts';
import { type LineChanges, lineChanges } from '../compare/lineChanges.ts';
import { mutedText } from '../costs/causes.ts';
import { cumShare, heatOf, isZero, lineText } from '../costs/costText.ts';
import { type DocumentCosts, documentCosts } from '../costs/documentCosts.ts';
import { isFaint, sampledValue } from '../costs/sampledCost.ts';
import type { Session, SessionStore } from '../sessions/sessions.ts';
import { beforeText } from './lineChangeText.ts';

/** A burst of changes (a paste, a multi-cursor edit, a save with formatting) is answered once. */
const coalesceMs = 20;

/** Lines that cost something in the run before, and nothing now. */
function freedLines(session: Session, sampleType: number, changes: LineChanges | null): LineAnnotation[] {
  if (changes === null) return [];
  return [...changes.at].flatMap(([line, { now }]) => {
    const before = beforeText(changes, sampleType, line);
    if (!isZero(now.cum) || before === '') return [];
    return [{ line, text: lineText(session, sampleType, now, before), heat: 0 }];
  });
}

/**
 * Keeps the costs beside the lines of open documents: pushed as versioned annotations to clients that draw
 * them, offered as inlay hints to those that do not (or whose user asked for them).
 */
export class Annotations {
  readonly #connection: Connection;
  readonly #documents: TextDocuments<TextDocument>;
  readonly #sessions: SessionStore;
  readonly #comparisons: Comparisons;
  readonly #settings: Settings;
  readonly #clientDraws: boolean;
  readonly #waiting = new Set<string>();
  readonly #pushed = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  /** Documents whose ambiguity or age the user has been told of, one message each and session. */
  readonly #told = new Set<string>();

  constructor(
    connection: Connection,
    documents: TextDocuments<TextDocument>,
    sessions: SessionStore,
    comparisons: Comparisons,
    settings: Settings,
    clientDraws: boolean,
  ) {
    this.#connection = connection;
    this.#documents = documents;
    this.#sessions = sessions;
    this.#comparisons = comparisons;
    this.#settings = settings;
    this.#clientDraws = clientDraws;
  }

  /** Costs of one document again, soon. */
  refresh(uri: string): void {
    this.#waiting.add(uri);
    this.#timer ??= this.#pushAfter(coalesceMs);
  }

  /** Costs of all open documents again, as soon as what goes on now is done: somebody waits for them. */
  refreshAll(): void {
    for (const { uri } of this.#documents.all()) this.#waiting.add(uri);
    if (this.#waiting.size === 0) return;
    this.dispose();
    this.#timer = this.#pushAfter(0);
  }

  #pushAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = null;
      void this.#pushWaiting();
    }, milliseconds);
  }

  forget(uri: string): void {
    this.#waiting.delete(uri);
    this.#pushed.delete(uri);
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #pushWaiting(): Promise<void> {
    const uris = [...this.#waiting];
    this.#waiting.clear();
    if (!this.#clientDraws) return;
    const { lens } = await this.#settings.general();
    for (const uri of uris) {
      const document = this.#documents.get(uri);
      if (document === undefined) continue;
      const annotations = lens.annotations === 'decorations' ? this.#annotate(document, lens) : [];
      // A document that never had costs needs no message that says it has none.
      if (annotations.length === 0 && !this.#pushed.has(uri)) continue;
      this.#pushed.add(uri);
      const params: LineAnnotationsParams = { uri, version: document.version, annotations };
      await this.#connection.sendNotification(lineAnnotationsMethod, params);
    }
  }

  /** The inlay hints of a range; none where the client draws the costs itself. */
  async inlayHints(uri: string, range: Range): Promise<InlayHint[]> {
    const document = this.#documents.get(uri);
    const { lens } = await this.#settings.general();
    const wanted =
      lens.annotations === 'inlayHints' || (lens.annotations === 'decorations' && !this.#clientDraws);
    if (document === undefined || !wanted) return [];
    const lines = document.getText().split(/\r\n|\n|\r/);
    return this.#annotate(document, lens)
      .filter(({ line }) => line >= range.start.line && line <= range.end.line)
      .map(({ line, text }) => ({
        position: { line, character: lines[line]?.length ?? 0 },
        label: text,
        paddingLeft: true,
      }));
  }

  #annotate(document: TextDocument, lens: LensSettings): LineAnnotation[] {
    const { active, activeSession: session } = this.#sessions;
    const path = filePath(document.uri);
    if (active === null || session === null || path === null) return [];
    const found = documentCosts(session, active.sampleType, path, document.getText());
    if (found.kind !== 'costs') {
      this.#tellOnce(session.id, path, found);
      return [];
    }
    const { sampleType } = active;
    const pair = this.#comparisons.pairOf(session);
    const changes =
      pair === null ? null : lineChanges(pair, sampleType, path, document.getText(), lens.threshold);
    const annotations: LineAnnotation[] = [];
    for (const { line, cost, byCause } of found.costs) {
      if (cumShare(session, sampleType, cost) * 100 < lens.threshold) continue;
      const muted = mutedText(session, sampleType, byCause);
      if (muted !== null) annotations.push({ line, text: muted, heat: 0, muted: true });
      else {
        const text = lineText(session, sampleType, byCause.operations, beforeText(changes, sampleType, line));
        const heat = heatOf(cumShare(session, sampleType, byCause.operations));
        const sampled = sampledValue(session, sampleType, byCause.operations.cum);
        annotations.push({
          line,
          text,
          heat,
          ...(sampled !== null && isFaint(sampled) ? { faint: true } : {}),
        });
      }
    }
    const here = new Set(found.costs.map(({ line }) => line));
    return [
      ...annotations,
      ...freedLines(session, sampleType, changes).filter(({ line }) => !here.has(line)),
    ];
  }

  #tellOnce(sessionId: string, path: string, found: Exclude<DocumentCosts, { kind: 'costs' }>): void {
    if (found.kind === 'none') return;
    const key = `${sessionId} ${path}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const message =
      found.kind === 'stale'
        ? l10n.t(
            '{0} has changed since this profile was taken, so its lines show no costs. Profile again to see them.',
            path,
          )
        : l10n.t(
            'The profile has several files that could be {0}, so its lines show no costs: {1}. Set pprofLens.pathMappings to say which.',
            path,
            found.names.join(', '),
          );
    this.#connection.window.showWarningMessage(message);
  }
}
