import type { ValueType } from '../../pprof/profile.ts';
import type { ProfileEngine } from '../engine/questions.ts';
import type { Scope, SearchText } from '../engine/scope.ts';
import type { PageHost } from '../host/host.ts';
import type { Changes } from './changes.ts';
import type { ValueFormat } from './format.ts';
import type { FunctionActions } from './functionActions.ts';
import type { Names } from './names.ts';
import type { Colouring } from './savedView.ts';

/** The props that the page gives to every tab. A tab uses a part of them. */
export interface TabProps {
  readonly engine: ProfileEngine;
  readonly host: PageHost;
  readonly names: Names;
  readonly scope: Scope;
  /** The sample type of `scope`, and how its values are written. */
  readonly type: ValueType;
  readonly format: ValueFormat;
  /** The page's search. Lists of functions show only the functions that match it. */
  readonly search: SearchText;
  /** 1 for each name that the search matches, by the name's index; `null` without a search. */
  readonly matched: Uint8Array | null;
  /** The function that a tab about one function shows; empty for none. */
  readonly functionName: string;
  readonly colouring: Colouring;
  readonly changes: Changes;
  /** Grows with the results and where sources are. */
  readonly resultsVersion: number;
  readonly actions: FunctionActions;
}
