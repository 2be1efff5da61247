import { DrawnStacks } from '../../analysis/flame/drawnStacks.ts';
import { FlameTree } from '../../analysis/flame/flameTree.ts';
import { hotPath } from '../../analysis/flame/hotPath.ts';
import { cleanPath } from '../../analysis/names/filePaths.ts';
import { madeOnce } from '../../base/maps.ts';
import type { Session } from '../sessions/session.ts';

/** Where in a function the hot path goes on. */
export interface HotSite {
  readonly functionName: string;
  /** As the session's lines name it. */
  readonly file: string;
  /** 1-based, of the profile. */
  readonly line: number;
}

/** By session and sample type. Weak, so that a removed session is not kept in memory. */
const known = new WeakMap<Session, Map<number, readonly HotSite[]>>();

/** The hot path of a session's operations, the outermost function first; made once for each sample type. */
export function hotSites(session: Session, sampleType: number): readonly HotSite[] {
  const bySampleType = madeOnce(known, session, () => new Map<number, readonly HotSite[]>());
  return madeOnce(bySampleType, sampleType, () => findHotSites(session, sampleType));
}

function findHotSites({ operationLines: { profile } }: Session, sampleType: number): HotSite[] {
  const drawn = new DrawnStacks(profile, null);
  const { frames, stacks } = drawn;
  const tree = new FlameTree(frames, stacks, drawn.values(sampleType));
  return hotPath(tree).map((node) => {
    const site = tree.hottestSite(node);
    return {
      functionName: tree.name(node),
      file: cleanPath(profile.strings.get(frames.siteFile[site]!)),
      line: frames.siteLine[site]!,
    };
  });
}
