import * as l10n from '@vscode/l10n';
import type { InlayHint, Range } from 'vscode-languageserver';
import { splitLines } from '../../analysis/lines/splitLines.ts';
import { baseName } from '../../analysis/names/filePaths.ts';
import { isZero } from '../../analysis/values/value.ts';
import { plainText, shortened } from '../../base/escape.ts';
import {
  type BenchmarkNews,
  type LineAnnotation,
  type LineAnnotationsParams,
  lineAnnotationsMethod,
} from '../../protocol.ts';
import { fileUri } from '../client/lspTerms.ts';
import type { LensSettings } from '../client/settings.ts';
import { type LineChanges, lineChanges } from '../compare/lineChanges.ts';
import { outsideCost } from '../costs/causes.ts';
import { costLabel, cumShare, heatOf, isWorthShowing, lineShareLabel, lineText } from '../costs/costText.ts';
import { type DocumentCosts, documentCosts, type PlacedCost } from '../costs/documentCosts.ts';
import { type DocumentText, isTestFile } from '../costs/documentText.ts';
import { hotSites } from '../costs/hotPath.ts';
import { isFaint, sampledValue } from '../costs/sampledCost.ts';
import type { EditorServices } from '../hovers/hover.ts';
import { beforeText } from '../hovers/lineChangeText.ts';
import { benchmarkNews, numbersSoFar } from '../lenses/benchmarkNews.ts';
import { directoryOf } from '../lenses/lensState.ts';
import { mapTitle, type PathMapping } from '../sessions/pathMapping.ts';
import type { Session } from '../sessions/session.ts';

type NoCosts = Exclude<DocumentCosts, { kind: 'costs' | 'none' }>;

/** In milliseconds. Several changes at once (a multi-cursor edit, a save with formatting) are answered together. */
const coalesceMs = 20;

function annotationOf(
  session: Session,
  sampleType: number,
  { line, byCause }: PlacedCost,
  changes: LineChanges | null,
  isOld: boolean,
): LineAnnotation {
  const outside = outsideCost(session, sampleType, byCause);
  if (outside !== null) return { line, ...outside, heat: 0, muted: true };
  const { operations } = byCause;
  const before = beforeText(changes, sampleType, line);
  const text = lineText(session, sampleType, operations, before, comparedIn(changes));
  const share = cumShare(session, sampleType, operations);
  const mark = markOf(share);
  const heat = heatOf(share);
  const sampled = sampledValue(session, sampleType, operations.cum);
  const faint = isOld || (sampled !== null && isFaint(sampled));
  return { line, text, mark, heat, ...(faint ? { faint } : {}) };
}

function comparedIn(changes: LineChanges | null): 'costs' | 'shares' {
  return changes?.per.what === 'shares' ? 'shares' : 'costs';
}

/** Lines that have been changed since the run, with what they cost before: `was 770µs/op`. */
function changedLines(
  session: Session,
  sampleType: number,
  replaced: readonly PlacedCost[],
): LineAnnotation[] {
  return replaced.flatMap(({ line, byCause: { operations } }) => {
    if (isZero(operations.cum)) return [];
    const text = l10n.t('was {0}', costLabel(session, sampleType, operations.cum));
    return [{ line, text: text.replaceAll(' ', '\u00a0'), mark: l10n.t('was'), heat: 0, faint: true }];
  });
}

/** The share as the text has it, without the percent sign, for which the gutter has no room. */
function markOf(share: number): string {
  return lineShareLabel(share).replace('%', '');
}

/** Lines that had a cost in the run before, and have none now. */
function freedLines(session: Session, sampleType: number, changes: LineChanges | null): LineAnnotation[] {
  if (changes === null) return [];
  return [...changes.at].flatMap(([line, { now }]) => {
    const before = beforeText(changes, sampleType, line);
    if (!isZero(now.cum) || before === '') return [];
    const text = lineText(session, sampleType, now, before, comparedIn(changes));
    return [{ line, text, mark: markOf(0), heat: 0 }];
  });
}

/** The setting wants what clients draw. Where they cannot, they have inlay hints instead. */
function isDrawn({ annotations }: LensSettings): boolean {
  return annotations !== 'inlayHints' && annotations !== 'off';
}

export interface AnnotationContext
  extends Pick<
    EditorServices,
    | 'connection'
    | 'documents'
    | 'texts'
    | 'sessions'
    | 'comparisons'
    | 'changes'
    | 'settings'
    | 'messages'
    | 'background'
    | 'results'
    | 'scanner'
    | 'lensSources'
  > {
  readonly mapping: Pick<PathMapping, 'isPossible' | 'map'>;
  /** Whether a benchmark of this folder is measured now and has a number. */
  readonly measuresIn: (directory: string) => boolean;
  /** The client draws annotations. Others are offered inlay hints. */
  readonly clientDraws: boolean;
}

/**
 * The costs beside the lines of open documents. Clients that draw annotations are sent them, with the document's version.
 * Other clients are offered inlay hints; so are those that draw, if the user has set that.
 */
export class Annotations {
  /** URIs of documents whose costs are to be sent. */
  readonly #waiting = new Set<string>();
  /** URIs of documents whose costs have been sent. */
  readonly #pushed = new Set<string>();
  /** Of these, those with the number of a benchmark that is measured. */
  readonly #numbered = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  /** Sessions and documents for which the user has been told why there are no costs. */
  readonly #warned = new Set<string>();

  constructor(private readonly context: AnnotationContext) {}

  /** Sends the costs of one document again, in a moment. */
  refresh(uri: string): void {
    this.#waiting.add(uri);
    this.#timer ??= this.#pushAfter(coalesceMs);
  }

  /** What is measured has another number, or nothing is measured any more. Without delay, as the user waits for it. */
  refreshNumbers(): void {
    for (const { uri } of this.context.documents.all()) {
      const document = this.context.texts.get(uri);
      const has = document !== null && this.context.measuresIn(directoryOf(document));
      if (has || this.#numbered.has(uri)) this.#waiting.add(uri);
    }
    this.#pushSoon();
  }

  /** Sends the costs of all open documents again, without delay: the user waits for them. */
  refreshAll(): void {
    for (const { uri } of this.context.documents.all()) this.#waiting.add(uri);
    this.#pushSoon();
  }

  #pushSoon(): void {
    if (this.#waiting.size === 0) return;
    this.dispose();
    this.#timer = this.#pushAfter(0);
  }

  #pushAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = null;
      this.context.background(() => this.#pushWaiting());
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
    const { connection, documents, texts, settings, clientDraws } = this.context;
    if (!clientDraws) return;
    const { lens } = await settings.general();
    for (const uri of uris) {
      const document = texts.get(uri);
      const version = documents.get(uri)?.version;
      if (document === null || version === undefined) continue;
      const numbers = isDrawn(lens) ? await this.#numbersOf(document) : [];
      const numbered = new Set(numbers.map(({ line }) => line));
      const costs = isDrawn(lens) ? this.#annotate(document, lens) : [];
      const annotations = [...numbers, ...costs.filter(({ line }) => !numbered.has(line))];
      const news = isDrawn(lens) ? await this.#newsOf(document) : [];
      if (numbers.length > 0) this.#numbered.add(uri);
      else this.#numbered.delete(uri);
      // A document that never had costs needs no message that says it has none.
      if (annotations.length + news.length === 0 && !this.#pushed.has(uri)) continue;
      this.#pushed.add(uri);
      const params: LineAnnotationsParams = { uri, version, annotations, news };
      await connection.sendNotification(lineAnnotationsMethod, params);
    }
  }

  /** The inlay hints of a range; none where the client draws annotations. */
  async inlayHints(uri: string, range: Range): Promise<InlayHint[]> {
    const { texts, settings, clientDraws } = this.context;
    const { lens } = await settings.general();
    const document = texts.get(uri);
    const isWanted = lens.annotations === 'inlayHints' || (isDrawn(lens) && !clientDraws);
    if (document === null || !isWanted) return [];
    const lines = splitLines(document.text);
    return this.#annotate(document, lens)
      .filter(({ line }) => line >= range.start.line && line <= range.end.line)
      .map(({ line, text }) => ({
        position: { line, character: lines[line]?.length ?? 0 },
        label: text,
        paddingLeft: true,
      }));
  }

  async #numbersOf(document: DocumentText): Promise<LineAnnotation[]> {
    const { measuresIn, scanner, lensSources } = this.context;
    const has = isTestFile(document) && measuresIn(directoryOf(document));
    return has ? numbersSoFar(document, await scanner(), lensSources()) : [];
  }

  async #newsOf(document: DocumentText): Promise<BenchmarkNews[]> {
    const { results, scanner, lensSources } = this.context;
    const isMeasured = isTestFile(document) && results.ofPackage(directoryOf(document)).length > 0;
    return isMeasured ? benchmarkNews(document, await scanner(), lensSources()) : [];
  }

  #annotate(document: DocumentText, { threshold }: LensSettings): LineAnnotation[] {
    const { active, activeSession: session } = this.context.sessions;
    if (active === null || session === null) return [];
    const { sampleType } = active;
    const found = documentCosts(session, sampleType, document);
    if (found.kind !== 'costs') {
      this.#warnOnce(session, document.path, found);
      return [];
    }
    this.#warned.delete(warningKey(session, document.path));
    const pair = this.context.comparisons.pairOf(session);
    const changes = pair === null ? null : lineChanges(pair, sampleType, document, threshold);
    const withCost = new Set(found.costs.map(({ line }) => line));
    const stale = this.context.changes.staleLines(session);
    const isShown = ({ cost }: PlacedCost) => isWorthShowing(session, sampleType, cost, threshold);
    const name = session.lines.files[found.file];
    const sites = hotSites(session, sampleType).filter(({ file }) => file === name);
    const onPath = new Set(sites.map(({ line }) => line));
    const isOld = ({ cost }: PlacedCost) => stale?.has(sampleType, found.file, cost.line) === true;
    const others = [
      ...changedLines(session, sampleType, found.replaced.filter(isShown)),
      ...freedLines(session, sampleType, changes),
    ];
    const shown = [
      ...found.costs.filter(isShown).map((placed) => ({
        ...annotationOf(session, sampleType, placed, changes, isOld(placed)),
        ...(onPath.has(placed.cost.line) ? { onHotPath: true } : {}),
      })),
      ...others.filter(
        ({ line }, i) => !withCost.has(line) && others.findIndex((each) => each.line === line) === i,
      ),
    ];
    return shown.map((each) => ({ ...each, text: plainText(each.text) }));
  }

  #warnOnce(session: Session, path: string, found: NoCosts | { readonly kind: 'none' }): void {
    if (found.kind === 'none') return;
    const key = warningKey(session, path);
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    const { messages, mapping } = this.context;
    const uri = fileUri(path);
    const asked = found.kind === 'several' ? { file: found.name, uri } : { uri };
    const map = { title: mapTitle(), run: () => mapping.map({ sessionId: session.id, ...asked }) };
    const actions = mapping.isPossible && found.kind !== 'stale' ? [map] : [];
    messages.offer(whyNoCosts(session, path, found), actions, 'warning');
  }
}

function whyNoCosts(session: Session, path: string, found: NoCosts): string {
  switch (found.kind) {
    case 'stale':
      return staleText(session, baseName(path));
    case 'several':
      return l10n.t(
        'Several files here could be {0} of the profile, so their lines show no costs: {1}. Set pprofLens.pathMappings to say which.',
        shortened(found.name, 200),
        namesText(found.files),
      );
    case 'ambiguous':
      return l10n.t(
        'The profile has several files that could be {0}, so its lines show no costs: {1}. Set pprofLens.pathMappings to say which.',
        path,
        namesText(found.names),
      );
  }
}

/** Files as the profile names them: three of them, because a message has an end. */
function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => shortened(name, 200));
  if (names.length > shown.length) shown.push(l10n.t('and {0} more', names.length - shown.length));
  return shown.join(', ');
}

/** What is told once. A server that is watched has a new session every few seconds. */
function warningKey({ id, origin }: Session, path: string): string {
  const source = origin.from === 'file' ? origin.source : undefined;
  return `${source ?? id} ${path}`;
}

/** Why the lines of a file have no costs that has changed. */
function staleText({ snapshot, takenAt, production }: Session, file: string): string {
  const isOldProgram = production === undefined && snapshot.takenAt > 0 && snapshot.takenAt < takenAt;
  return isOldProgram
    ? l10n.t(
        '{0} has changed since the profiled program was built, so its lines show no costs. Build the program and start it again to see them.',
        file,
      )
    : l10n.t(
        '{0} has changed since this profile was taken, so its lines show no costs. Profile again to see them.',
        file,
      );
}
