/** What the extension and the page say to each other. */

import type { Evidence, GrowthReport, PerUnit } from '../base/model.ts';
import {
  bytes,
  either,
  flag,
  nullable,
  number,
  object,
  oneOf,
  type Read,
  type Reader,
  text,
  validItems,
  wholeNumber,
} from '../base/outsideValues.ts';
import type { TimesReport } from '../base/times.ts';
import type { WatchReport } from '../base/watched.ts';
import type { Assembly } from './lines.ts';
import type { ResultsTable } from './results.ts';
import { activeCost, type CostGroup, type SessionAge } from './sessions.ts';

/**
 * What the page asks its host while it shows a profile. Every question has an id and gets one reply with this id:
 * the answer, or a failure.
 */
export interface PageQuestions {
  /** The series that the profile's benchmark belongs to; `null` where it belongs to none. */
  growth: { question: null; answer: GrowthReport | null };
  /** How long single operations or requests took; `null` where that was not measured. */
  times: { question: null; answer: TimesReport | null };
  /** The results of the package that the profile's benchmark is in; `null` where it is of no benchmark. */
  results: { question: null; answer: ResultsTable | null };
  /** The text of dist/graphviz.js, which draws call graphs; `null` where the page was saved without it. */
  graphviz: { question: null; answer: string | null };
  /** The text of a source file. `file` is its name in the profile. */
  source: { question: { readonly file: string }; answer: SourceText };
  /** The machine instructions of a function. `functionName` is its name in the profile. */
  assembly: { question: { readonly functionName: string }; answer: Assembly };
}

export type PageQuestionKind = keyof PageQuestions;

/** Page -> extension: one question. */
export type AskFromPage<K extends PageQuestionKind = PageQuestionKind> = {
  readonly [Kind in K]: {
    readonly type: 'ask';
    /** Differs from the id of every other question, also of those asked before the page was reloaded. */
    readonly id: number;
    readonly kind: Kind;
    readonly question: PageQuestions[Kind]['question'];
  };
}[K];

/** Extension -> page: the reply to the question with this id. */
export type PageReply =
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly answer: PageQuestions[PageQuestionKind]['answer'];
    }
  /** There is no answer. The message is a sentence for the user. */
  | { readonly type: 'failure'; readonly id: number; readonly message: string };

/** Extension -> page. */
export type ToPage =
  /** Show this profile. `bytes` as in the file, gzipped or not. */
  | {
      readonly type: 'profile';
      readonly title: string;
      /** `run` is the same for the profiles of one run: what the user has chosen for one holds for the others. */
      readonly session?: { readonly id: string; readonly run: string };
      readonly bytes: ArrayBuffer;
      readonly sampleType: number;
      readonly operations: number | null;
      /** What the operations are, if not those of a benchmark. */
      readonly perUnit?: PerUnit | undefined;
      /** Which samples are of operations (see `TimedSamples`); missing where that is not known. */
      readonly timed?: readonly number[] | null;
      /** What the user has chosen in another page of the same profile, since this page has had it. */
      readonly view?: object;
      /** Show the difference from this profile, per operation where both numbers of operations are known. */
      readonly base?: BaseProfile;
    }
  /** A profile will come: the server reads the file, or the extension sends it. It takes a while for a large one. */
  | { readonly type: 'opening'; readonly title: string; readonly bytes: number; readonly step: OpeningStep }
  /** There is no profile to show. The message says why; the offers become buttons. */
  | {
      readonly type: 'problem';
      readonly message: string;
      readonly heading?: string;
      readonly offers?: readonly PageOffer[];
    }
  /** A sentence about the profile, shown above it until the next `profile` or `notice`; empty for none. */
  | { readonly type: 'notice'; readonly text: string }
  /** There are other results than before, or other sources. */
  | { readonly type: 'resultsChanged' }
  /** The costs that the user can choose, those of the shown run first. */
  | { readonly type: 'choices'; readonly groups: readonly CostGroup[] }
  /** What helps where the profile has nothing of what was asked, until the next `profile` or `offers`. */
  | { readonly type: 'offers'; readonly offers: readonly PageOffer[] }
  /** Why the profile that the page has is not of now, shown above it until the next `profile` or `age`. */
  | { readonly type: 'age'; readonly age: SessionAge | null }
  /** What the server did while it was watched, shown above the profile until the next `watch`; `null` for none. */
  | { readonly type: 'watch'; readonly watch: PageWatch | null }
  /** Search for a function. */
  | { readonly type: 'search'; readonly text: string }
  /** Show the callers and callees of a function. */
  | { readonly type: 'neighbours'; readonly functionName: string }
  /** Show the table of results. */
  | { readonly type: 'results'; readonly scope: ResultsScope | null }
  /** Show the results of the runs that are compared. */
  | { readonly type: 'stages' }
  /** The editor's cursor is on a line of these functions: mark their frames. An empty list removes the marks. */
  | { readonly type: 'mark'; readonly functionNames: readonly string[] }
  | PageReply;

/**
 * The text of a source file as it was when the profile was taken, so that its line numbers are those of the profile. Or
 * why there is none. `absent`: the file is not on this machine. `unclear`: several can be it. `changed`: it has changed since, and the old text was not
 * kept. `not saved`: the page was saved without sources. `refused` is a sentence: the file is here, but a profile may not
 * have it read.
 */
export type SourceText =
  | { readonly text: string }
  | {
      readonly missing: 'absent' | 'unclear' | 'changed' | 'not saved';
      /** The user can say which file it is. */
      readonly canMap?: boolean;
    }
  | { readonly refused: string };

/** Which of a package's results are listed: those of a benchmark and what is below it, of a file, or all. */
export type ResultsScope =
  | { readonly of: 'benchmark'; readonly name: string }
  | { readonly of: 'file'; readonly name: string }
  | { readonly of: 'package' };

/** The watched server that a profile is of. */
export interface PageWatch {
  /** The server's, for commands. */
  readonly id: string;
  /** `localhost:6060`. */
  readonly label: string;
  readonly report: WatchReport;
  /** The moments whose profiles the page shows, of a comparison the earlier one first; empty for another profile. */
  readonly shown: readonly string[];
}

export type OpeningStep = 'reading' | 'sending';

/** The profile that another is compared with. */
export interface BaseProfile {
  readonly bytes: ArrayBuffer;
  readonly operations: number | null;
  /** See `SessionBase`. */
  readonly ratio?: 'shares' | undefined;
  readonly timed?: readonly number[] | null;
  /** Without it, nothing is known of what differs. */
  readonly evidence?: Evidence;
}

/** What the user can do about a file that is no profile, a profile that explains nothing, or one that is shown elsewhere. */
const pageOffer = oneOf('openAsText', 'showOutput', 'profileWaiting', 'showHere');

export type PageOffer = Read<typeof pageOffer>;

/** What the user has chosen in a page. Only pages read it. */
const chosenView: Reader<object> = (value) =>
  typeof value === 'object' && value !== null ? value : undefined;

/** A page to be saved: the parts of src/base/standalonePage.ts that only the page has. */
const pageToSave = object(
  {
    title: text,
    profileBytes: bytes,
    firstPicture: bytes,
    sampleType: wholeNumber,
    operations: nullable(number),
  },
  {
    perUnit: oneOf('request', 'second'),
    view: chosenView,
    sources: bytes,
  },
);

export type PageToSave = Read<typeof pageToSave>;

const nothing: Reader<null> = (value) => (value === null ? null : undefined);

function ask<K extends PageQuestionKind>(
  kind: K,
  question: Reader<PageQuestions[K]['question']>,
): Reader<AskFromPage<K>> {
  return object({ type: oneOf('ask'), id: wholeNumber, kind: oneOf(kind), question });
}

const questions: { readonly [K in PageQuestionKind]: Reader<AskFromPage<K>> } = {
  growth: ask('growth', nothing),
  times: ask('times', nothing),
  results: ask('results', nothing),
  graphviz: ask('graphviz', nothing),
  source: ask('source', object({ file: text })),
  assembly: ask('assembly', object({ functionName: text })),
};

/** Page -> extension. */
export const fromPage = either(
  /** The page listens now and shows nothing yet: send the profile. */
  object({ type: oneOf('ready') }),
  /** Open this frame's source. `line` is 1-based, 0 is unknown. */
  object({ type: oneOf('open'), file: text, line: wholeNumber }),
  /** Let the user say which file here this file of the profile is. */
  object({ type: oneOf('mapPath'), file: text }),
  /** Show a profile of the result with this id; `lines`: in the editor, too. */
  object({ type: oneOf('showResult'), runId: text }, { lines: flag }),
  /** The user has chosen another sample type in the page, which shows it already. */
  object({ type: oneOf('sampleType'), sampleType: wholeNumber }),
  /** The user has chosen a cost of another profile: show it, here and beside the lines. */
  object({ type: oneOf('show'), cost: activeCost }),
  ...Object.values(questions),
  /** Stop watching the server with this id, or show what it did at these moments: see `profileServerArgs`. */
  object({ type: oneOf('onServer'), id: text, action: oneOf('stop', 'show') }, { moments: validItems(text) }),
  /** The user has pressed the button of an offer. */
  object({ type: oneOf('offer'), chosen: pageOffer }),
  /** Write these bytes to a file that the user chooses. */
  object({ type: oneOf('save'), name: text, bytes }),
  /** Write the page with this profile, as one HTML file, to a file that the user chooses. */
  object({ type: oneOf('savePage'), name: text, page: pageToSave }),
  /** The first picture is drawn (also a performance mark, `pprof-lens:painted`). */
  object({ type: oneOf('painted') }),
  /** The page has kept what the user has chosen in it. Another page of the same profile begins with that. */
  object({ type: oneOf('saved'), view: chosenView }),
  /** The user has come to the page. */
  object({ type: oneOf('focused') }),
);

export type FromPage = Read<typeof fromPage>;
