import { useEffect, useRef, useState } from 'preact/hooks';
import type { ProfileEngine } from '../engine/profileEngine.ts';
import type { PictureAnswer } from '../engine/questions.ts';
import type { Scope } from '../engine/scope.ts';
import type { TableRow } from '../engine/tableQuestions.ts';
import type { Names } from '../view/names.ts';
import { noSearch } from '../view/savedView.ts';

/** The number of table rows that fit on one sheet. */
const mostRows = 40;
/** Width of the picture in pixels: as many as one can see in print. */
const paperPixels = 1400;
/** How long the view must stay the same before it is made ready to print, in milliseconds. */
const rest = 800;
/** Profiles with more stacks are made ready only when the user asks to print: it takes time and memory. */
const mostStacks = 50_000;

/** What is printed. */
export interface Printout {
  readonly picture: PictureAnswer;
  readonly rows: readonly TableRow[];
  readonly rowCount: number;
}

export interface PrintView {
  readonly scope: Scope;
  readonly path: readonly string[];
  readonly fromLeaf: boolean;
}

/**
 * Keeps the view ready to print, because a browser that prints does not wait. `null` while it is not ready.
 *
 * @param stacks number of stacks in the profile
 * @param isAsked the user has asked to print
 */
export function usePrintout(
  engine: ProfileEngine,
  names: Names,
  { scope, path, fromLeaf }: PrintView,
  stacks: number,
  isAsked: boolean,
  onFailure: (error: unknown) => void,
): Printout | null {
  const [printout, setPrintout] = useState<Printout | null>(null);
  const turn = useRef(0);
  const isWanted = isAsked || stacks <= mostStacks;

  useEffect(() => {
    const mine = ++turn.current;
    setPrintout(null);
    if (!isWanted) return;
    const prepare = async () => {
      const part = { is: fromLeaf ? 'leaves' : 'all' } as const;
      const zoom = { path, window: null };
      const picture = await engine.ask('picture', { ...scope, part, zoom, pixels: paperPixels });
      names.learn(picture);
      const order = { granularity: 'functions', sort: 'flat', reverse: false } as const;
      const wanted = { search: noSearch, from: 0, count: mostRows, functionName: '' };
      const table = await engine.ask('table', { ...scope, ...order, ...wanted });
      if (mine === turn.current) setPrintout({ picture, ...table });
    };
    const timer = setTimeout(() => prepare().catch(onFailure), isAsked ? 0 : rest);
    return () => clearTimeout(timer);
  }, [engine, scope, path, fromLeaf, isWanted]);
  return printout;
}
