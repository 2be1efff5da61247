/** The state of one page, without the page: what it is to show, what it has been sent, what it lacks. */
import type { ActiveCost, OpeningStep, SessionSummary, ToPage } from '../../protocol.ts';

export type PageProblem = Omit<Extract<ToPage, { type: 'problem' }>, 'type'>;

/** A part of the profile that the page is to go to. */
export type PageRequest = Extract<ToPage, { type: 'search' | 'neighbours' | 'results' | 'stages' }>;

/** A file on its way to becoming a profile. */
export type OpeningFile = Omit<Extract<ToPage, { type: 'opening' }>, 'type' | 'step'>;

/** The profile of a session, and which of its sample types. */
export interface PageProfile {
  readonly session: SessionSummary;
  readonly sampleType: number;
}

/** The sessions that the server knows, and the cost that the lines of the editor show. */
export interface KnownSessions {
  readonly active: ActiveCost | null;
  get(id: string): SessionSummary | undefined;
}

/** What is said beside a profile: each replaces the one before of its type. */
export type PageNews = Extract<ToPage, { type: 'notice' | 'age' | 'choices' | 'offers' | 'mark' | 'watch' }>;

const noAge: PageNews = { type: 'age', age: null };
const noNews: readonly PageNews[] = [
  { type: 'choices', groups: [] },
  { type: 'offers', offers: [] },
  { type: 'notice', text: '' },
  { type: 'mark', functionNames: [] },
  { type: 'watch', watch: null },
  noAge,
];

/**
 * VS Code drops a page that is hidden, and loads it again when it comes back: then it says `ready` and has nothing. So
 * this state keeps apart what the page is to show (`#content`) and what it has (`#sent`).
 *
 * Whoever changes the state sends afterwards what the page lacks: first `takeMessages`, then `takeProfile`. The profile
 * is read from the disk, which takes time; `profileRead` then says whether it is still wanted.
 */
export class PageState {
  #isReady = false;
  #content: { readonly profile: PageProfile } | { readonly problem: PageProblem } | null = null;
  /** The server has forgotten the session. Its id can belong to another session by now, so it must not be used. */
  #isOrphan = false;
  /** What the page has: the cost that it shows, or the problem. */
  #sent: { readonly cost: ActiveCost } | { readonly problem: PageProblem } | null = null;
  /** The profile that is being read. Only this one is sent: readings that were begun earlier are dropped. */
  #reading: PageProfile | null = null;
  /** The file that is being opened, while there is no content yet. */
  #opening: OpeningFile | null = null;
  /** Waits until the profile has been sent. A newer request replaces it. */
  #request: PageRequest | null = null;
  readonly #news = new Map<string, PageNews>(noNews.map((news) => [news.type, news]));

  /** The profile and sample type that the page is to show; `null` where the server does not know the session. */
  get cost(): ActiveCost | null {
    const profile = this.#profile;
    return profile === null || this.#isOrphan ? null : costOf(profile);
  }

  get isOrphan(): boolean {
    return this.#isOrphan;
  }

  /**
   * The session whose profile the page has: its questions are about this one. While a newer profile is read, the page
   * still has the older one. `null` where the server does not know it.
   */
  get sentSession(): string | null {
    const sent = this.#sentCost;
    return sent === null || this.#isOrphan ? null : sent.sessionId;
  }

  get #profile(): PageProfile | null {
    return this.#content !== null && 'profile' in this.#content ? this.#content.profile : null;
  }

  get #sentCost(): ActiveCost | null {
    return this.#sent !== null && 'cost' in this.#sent ? this.#sent.cost : null;
  }

  /** The page has been loaded, perhaps again: it has nothing. */
  ready(): void {
    this.#isReady = true;
    this.#sent = null;
  }

  /** The page is hidden: VS Code drops it. */
  hidden(): void {
    this.#isReady = false;
  }

  /**
   * The page is to show this session's profile.
   *
   * @param preferred the sample type to begin with, unless the lines show another one of this session
   * @returns false where the page shows the session already
   */
  show(session: SessionSummary, preferred: number, { active }: KnownSessions): boolean {
    if (this.cost?.sessionId === session.id) return false;
    const wanted = active?.sessionId === session.id ? active.sampleType : preferred;
    const isThere = session.sampleTypes[wanted] !== undefined;
    this.#content = { profile: { session, sampleType: isThere ? wanted : session.defaultSampleType } };
    this.#isOrphan = false;
    return true;
  }

  /**
   * The page is to say why there is no profile.
   *
   * @returns false where it says so already
   */
  showProblem(problem: PageProblem): boolean {
    const content = this.#content;
    if (content !== null && 'problem' in content && content.problem.message === problem.message) return false;
    this.#content = { problem };
    this.#request = null;
    return true;
  }

  /** The server reads this file, which will be the page's first profile. */
  opening(file: OpeningFile): void {
    this.#opening = file;
  }

  /** The page is to go to a part of the profile, as soon as it has the profile. */
  request(request: PageRequest): void {
    this.#request = request;
  }

  /**
   * What is to be said beside the profile from now on. A page without a profile hears it with the profile.
   *
   * @returns what is sent now
   */
  tell(news: PageNews): ToPage[] {
    if (JSON.stringify(this.#news.get(news.type)) === JSON.stringify(news)) return [];
    this.#news.set(news.type, news);
    return this.#sentCost === null ? [] : [news];
  }

  /** A page that has a profile may show a table of results. */
  resultsChanged(): ToPage[] {
    return this.#sentCost === null ? [] : [{ type: 'resultsChanged' }];
  }

  /**
   * The sessions have changed, or what the lines show. The page follows the sample type of the lines.
   *
   * @returns whether the page is to show another sample type
   */
  follow(sessions: KnownSessions): boolean {
    const profile = this.#profile;
    if (profile === null || this.#isOrphan) return false;
    const session = sessions.get(profile.session.id);
    this.#isOrphan = session === undefined;
    const { active } = sessions;
    if (session === undefined || active?.sessionId !== session.id) return false;
    if (active.sampleType === profile.sampleType) return false;
    this.#content = { profile: { session, sampleType: active.sampleType } };
    return true;
  }

  /**
   * The user has chosen another sample type in the page, which shows it already: the profile is not sent again.
   *
   * @returns false where the choice is about a profile that the page is about to lose
   */
  sampleTypeChosen(sampleType: number): boolean {
    const profile = this.#profile;
    if (profile === null || this.#sentCost?.sessionId !== profile.session.id) return false;
    const chosen = { session: profile.session, sampleType };
    this.#content = { profile: chosen };
    this.#sent = { cost: costOf(chosen) };
    return true;
  }

  /** What is sent at once, without reading: a problem, or a request for the profile that the page has. */
  takeMessages(): ToPage[] {
    if (!this.#isReady) return [];
    if (this.#content === null) return this.#openingMessages('reading');
    if ('problem' in this.#content) {
      const { problem } = this.#content;
      if (this.#sent !== null && 'problem' in this.#sent && this.#sent.problem === problem) return [];
      this.#sent = { problem };
      return [{ type: 'problem', ...problem }];
    }
    if (this.#has(this.#content.profile)) return this.#takeRequest();
    return this.#sent === null ? this.#openingMessages('sending') : [];
  }

  /** What a page that has nothing yet says of the file that it waits for. */
  #openingMessages(step: OpeningStep): ToPage[] {
    return this.#opening === null ? [] : [{ type: 'opening', ...this.#opening, step }];
  }

  /** The profile that has to be read now and then handed to `profileRead`; `null` where there is none to be read. */
  takeProfile(): PageProfile | null {
    const profile = this.#profile;
    if (!this.#isReady || profile === null || this.#has(profile)) return null;
    if (this.#reading !== null && isSame(costOf(this.#reading), costOf(profile))) return null;
    this.#reading = profile;
    return profile;
  }

  /**
   * The profile of `takeProfile` has been read, or could not be: then the message is a problem.
   *
   * @returns what is sent; nothing where meanwhile another profile is wanted, or the page is hidden
   */
  profileRead(profile: PageProfile, message: Extract<ToPage, { type: 'profile' | 'problem' }>): ToPage[] {
    if (this.#reading !== profile) return [];
    this.#reading = null;
    const wanted = this.#profile;
    if (!this.#isReady || wanted === null || !isSame(costOf(wanted), costOf(profile)) || this.#has(wanted)) {
      return [];
    }
    // A profile that cannot be read does not count as sent: the next change tries again.
    this.#sent = message.type === 'problem' ? null : { cost: costOf(profile) };
    if (message.type === 'problem') return [message];
    // It was that of another profile.
    this.#news.set('age', noAge);
    const news = [...this.#news.values()].filter((each) => !noNews.includes(each));
    return [message, ...news, ...this.#takeRequest()];
  }

  #has(profile: PageProfile): boolean {
    const sent = this.#sentCost;
    return sent !== null && isSame(sent, costOf(profile));
  }

  #takeRequest(): ToPage[] {
    const request = this.#request;
    this.#request = null;
    return request === null ? [] : [request];
  }
}

function costOf({ session, sampleType }: PageProfile): ActiveCost {
  return { sessionId: session.id, sampleType };
}

function isSame(one: ActiveCost, other: ActiveCost): boolean {
  return one.sessionId === other.sessionId && one.sampleType === other.sampleType;
}
