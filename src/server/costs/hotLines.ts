import type { LineCost } from '../../analysis/lines/lines.ts';
import { chargeOwnLines } from '../../analysis/lines/ownLines.ts';
import { bySizeDescending } from '../../analysis/values/value.ts';
import { largest } from '../../base/lists.ts';
import { madeOnce } from '../../base/maps.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import { isBelow } from '../../go/sources/sourceRoots.ts';
import type { HotLine } from '../../protocol.ts';
import { fileUri } from '../client/lspTerms.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { isWorthShowing, lineText } from './costText.ts';
import { type DocumentCosts, documentCosts } from './documentCosts.ts';
import type { DocumentTexts } from './documentText.ts';
import { hotSites } from './hotPath.ts';

/** More than a user looks through. */
const mostLines = 50;

/**
 * A line that causes less than this share of what it shows only calls hot lines. Without a bound, one sample would decide which
 * line is the first.
 */
const leastCaused = 0.05;

/**
 * The hottest lines of the user's own code, in the order of the costs that they show. Which these are is found by what a
 * line causes itself and in libraries: a line that parses a template has the cost of the parser, and one that only calls
 * hot lines is none. Lines that are not on this machine, or have changed, are left out, and so are those that show no cost in
 * the editor.
 *
 * @param threshold in percent; lines that cost less show nothing
 */
export function hotLines(
  store: SessionStore,
  texts: Pick<DocumentTexts, 'at'>,
  threshold: number,
): HotLine[] {
  const own = OwnLines.of(store, texts, threshold);
  if (own === null) return [];
  const { session, sampleType } = own;
  const charged = chargeOwnLines(session.operationLines.profile, sampleType, (file) => own.has(file));
  const lines: ShownLine[] = [];
  for (const { file, line, functionName, charge } of charged) {
    if (lines.length === mostLines) break;
    const shown = own.shown(file, line, functionName);
    if (shown === null || Math.abs(charge) < leastCaused * Math.abs(Number(shown.cost.cum))) continue;
    lines.push(shown);
  }
  // The sort is stable: among equals, the line that causes most comes first.
  const bySize = (a: LineCost, b: LineCost) =>
    bySizeDescending(a.cum, b.cum) || bySizeDescending(a.flat, b.flat);
  return withShares(lines.sort((a, b) => bySize(a.cost, b.cost)));
}

/**
 * The chain of calls that carries most of what operations cost: of each function of the user's own code on it the line that most of the
 * chain goes through, the outermost first. What `hotLines` leaves out is left out here, too.
 *
 * @param threshold as that of `hotLines`
 */
export function hotPathLines(
  store: SessionStore,
  texts: Pick<DocumentTexts, 'at'>,
  threshold: number,
): HotLine[] {
  const own = OwnLines.of(store, texts, threshold);
  if (own === null) return [];
  const { session, sampleType } = own;
  const lines = hotSites(session, sampleType).flatMap(
    ({ file, line, functionName }) => own.shown(file, line, functionName) ?? [],
  );
  // A function that calls itself is on the path more than once.
  const placeOf = ({ line: { uri, line } }: ShownLine) => `${uri}:${line}`;
  return withShares([...new Map(lines.map((each) => [placeOf(each), each])).values()]);
}

interface ShownLine {
  readonly line: Omit<HotLine, 'ofHottest'>;
  readonly cost: LineCost;
}

function withShares(lines: readonly ShownLine[]): HotLine[] {
  const costOf = ({ cost }: ShownLine) => Math.abs(Number(cost.cum));
  const hottest = largest(lines.map(costOf));
  return lines.map((each) => ({ ...each.line, ofHottest: costOf(each) / hottest }));
}

/** Lines of the user's own files, with the costs that they show in the editor. */
class OwnLines {
  readonly #paths = new Map<string, string | null>();
  readonly #costs = new Map<string, DocumentCosts>();

  private constructor(
    readonly session: Session,
    readonly sampleType: number,
    private readonly texts: Pick<DocumentTexts, 'at'>,
    private readonly threshold: number,
  ) {}

  /** Of what the lines show; `null` if they show nothing. */
  static of(
    { active, activeSession: session }: SessionStore,
    texts: Pick<DocumentTexts, 'at'>,
    threshold: number,
  ): OwnLines | null {
    return active === null || session === null
      ? null
      : new OwnLines(session, active.sampleType, texts, threshold);
  }

  has(file: string): boolean {
    return this.#path(file) !== null;
  }

  #path(file: string): string | null {
    return madeOnce(this.#paths, file, () => locateOwn(this.session, file));
  }

  /** @returns `null` where the editor shows no cost of this line of the profile */
  shown(file: string, line: number, functionName: string): ShownLine | null {
    const { session, sampleType } = this;
    const path = this.#path(file);
    if (path === null) return null;
    const costs = madeOnce(this.#costs, path, (): DocumentCosts => {
      const document = this.texts.at(path);
      return document === null ? { kind: 'none' } : documentCosts(session, sampleType, document);
    });
    const here = costs.kind === 'costs' ? costs.costs.find(({ cost }) => cost.line === line) : undefined;
    if (here === undefined || !isWorthShowing(session, sampleType, here.cost, this.threshold)) return null;
    const cost = here.byCause.operations;
    const text = lineText(session, sampleType, cost);
    return { line: { uri: fileUri(path), line: here.line, functionName, text }, cost };
  }
}

/**
 * The file's path, if it is in one of the user's modules; where no modules are known, if it is outside Go's own folders.
 * Else `null`.
 */
export function locateOwn(session: Session, file: string): string | null {
  const { goroot, moduleCache, modules } = session.roots;
  const located = locateFile(file, session.roots);
  if (located === null) return null;
  const isOwn =
    modules.length > 0
      ? modules.some(({ directory }) => isBelow(located, directory))
      : !isBelow(located, goroot) && !isBelow(located, moduleCache);
  return isOwn ? located : null;
}
