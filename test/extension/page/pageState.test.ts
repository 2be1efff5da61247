/** What a page is to show and what it has been sent, through reloads, slow readings and a server that forgets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KnownSessions, type PageProfile, PageState } from '../../../src/extension/page/pageState.ts';
import type { ActiveCost, SessionSummary, ToPage } from '../../../src/protocol.ts';
import { sessionSummary } from '../sessionSummary.ts';

const types = ['samples', 'cpu', 'wall'];
const a = sessionSummary('a', types);
const b = sessionSummary('b', types);

function known(sessions: readonly SessionSummary[], active: ActiveCost | null = null): KnownSessions {
  return { active, get: (id) => sessions.find((each) => each.id === id) };
}
const both = known([a, b]);

function profile(title: string, sampleType: number): Extract<ToPage, { type: 'profile' }> {
  return { type: 'profile', title, bytes: new ArrayBuffer(0), sampleType, operations: null };
}

/** Messages in brief: a profile by its title and sample type. */
function brief(messages: readonly ToPage[]): string[] {
  return messages.map((message) => {
    switch (message.type) {
      case 'profile':
        return `profile ${message.title} ${message.sampleType}`;
      case 'problem':
        return `problem ${message.message}`;
      case 'notice':
      case 'search':
        return `${message.type} ${message.text}`;
      case 'mark':
        return `mark ${message.functionNames}`;
      default:
        return message.type;
    }
  });
}

function read(state: PageState, wanted: PageProfile | null): string[] {
  assert.ok(wanted !== null);
  return brief(state.profileRead(wanted, profile(wanted.session.id, wanted.sampleType)));
}

/** Sends all that the page lacks, as the host does. */
function send(state: PageState): string[] {
  const messages = brief(state.takeMessages());
  const wanted = state.takeProfile();
  return wanted === null ? messages : [...messages, ...read(state, wanted)];
}

/** For assertions: TypeScript would hold the property to the value that was asserted first. */
function costOf({ cost }: PageState): ActiveCost | null {
  return cost;
}

/** A page that is loaded, and is to show the profile of `a`. */
function pageForA(): PageState {
  const state = new PageState();
  state.show(a, 1, both);
  state.ready();
  return state;
}

/** A page that shows the profile of `a`. */
function pageOfA(): PageState {
  const state = pageForA();
  assert.deepEqual(send(state), ['profile a 1']);
  return state;
}

test('a page that waits for its first profile is told of the file, and where it is', () => {
  const state = new PageState();
  const steps = () => state.takeMessages().map((message) => (message.type === 'opening' ? message : null));
  state.opening({ title: 'a.pb.gz', bytes: 7 });
  assert.deepEqual(steps(), [], 'not before it is ready');
  state.ready();
  assert.deepEqual(steps(), [{ type: 'opening', title: 'a.pb.gz', bytes: 7, step: 'reading' }]);
  state.show(a, 1, both);
  assert.deepEqual(steps(), [{ type: 'opening', title: 'a.pb.gz', bytes: 7, step: 'sending' }]);
  assert.deepEqual(read(state, state.takeProfile()), ['profile a 1']);
  assert.deepEqual(steps(), [], 'a page with a profile keeps it');
});

test('nothing is sent before the page is ready, and the profile once', () => {
  const state = new PageState();
  assert.ok(state.show(a, 1, both));
  assert.deepEqual(send(state), []);
  assert.equal(state.sentSession, null);
  state.ready();
  assert.deepEqual(send(state), ['profile a 1']);
  assert.equal(state.sentSession, 'a');
  assert.deepEqual(send(state), []);
  assert.ok(!state.show(a, 0, both), 'it shows that session already');
});

test('the lines say which sample type comes first, then the preferred one, then the default', () => {
  const typeFor = (preferred: number, active: ActiveCost | null) => {
    const state = new PageState();
    state.show(a, preferred, known([a, b], active));
    return state.cost?.sampleType;
  };
  assert.equal(typeFor(2, { sessionId: 'a', sampleType: 0 }), 0);
  assert.equal(typeFor(2, { sessionId: 'b', sampleType: 0 }), 2);
  assert.equal(typeFor(7, null), 1, 'the profile has no such sample type');
});

test('a page that was hidden and comes back gets all of it again', () => {
  const state = pageOfA();
  assert.deepEqual(brief(state.tell({ type: 'notice', text: 'The file has been deleted.' })), [
    'notice The file has been deleted.',
  ]);
  assert.deepEqual(brief(state.tell({ type: 'mark', functionNames: ['main.f'] })), ['mark main.f']);
  state.hidden();
  assert.deepEqual(send(state), []);
  state.ready();
  assert.deepEqual(send(state), ['profile a 1', 'notice The file has been deleted.', 'mark main.f']);
});

test('a notice and marks that are the same are not sent again, and wait for a page without a profile', () => {
  const state = new PageState();
  assert.deepEqual(state.tell({ type: 'notice', text: 'old' }), []);
  state.show(a, 1, both);
  state.ready();
  assert.deepEqual(send(state), ['profile a 1', 'notice old']);
  assert.deepEqual(state.tell({ type: 'notice', text: 'old' }), []);
  assert.deepEqual(brief(state.tell({ type: 'notice', text: '' })), ['notice ']);
  assert.deepEqual(state.tell({ type: 'mark', functionNames: [] }), []);
});

test('of two profiles that are read, the newer one is shown, whichever is read first', () => {
  for (const isNewerFirst of [true, false]) {
    const state = pageForA();
    const readingA = state.takeProfile();
    state.show(b, 1, both);
    const readingB = state.takeProfile();
    if (!isNewerFirst) assert.deepEqual(read(state, readingA), []);
    assert.deepEqual(read(state, readingB), ['profile b 1']);
    if (isNewerFirst) assert.deepEqual(read(state, readingA), []);
    assert.equal(state.sentSession, 'b');
  }
});

test('while a newer profile is read, questions are about the one that the page still shows', () => {
  const state = pageOfA();
  state.show(b, 1, both);
  const reading = state.takeProfile();
  assert.equal(state.cost?.sessionId, 'b');
  assert.equal(state.sentSession, 'a');
  read(state, reading);
  assert.equal(state.sentSession, 'b');
});

test('what is being read is not read twice, and reaches the page that has been reloaded meanwhile', () => {
  const state = pageForA();
  const reading = state.takeProfile();
  state.request({ type: 'search', text: 'main.f' });
  assert.equal(state.takeProfile(), null);
  state.hidden();
  state.ready();
  assert.equal(state.takeProfile(), null);
  assert.deepEqual(read(state, reading), ['profile a 1', 'search main.f']);
});

test('what was read while the page was hidden is read again when it is back', () => {
  const state = pageForA();
  const reading = state.takeProfile();
  state.hidden();
  assert.deepEqual(read(state, reading), []);
  state.ready();
  assert.deepEqual(send(state), ['profile a 1']);
});

test('a request before the page is ready waits for the profile; of two, the newer one counts', () => {
  const state = new PageState();
  state.show(a, 1, both);
  state.request({ type: 'search', text: 'main.f' });
  state.request({ type: 'search', text: 'main.g' });
  assert.deepEqual(send(state), []);
  state.ready();
  assert.deepEqual(send(state), ['profile a 1', 'search main.g']);
  assert.deepEqual(send(state), []);
  state.request({ type: 'search', text: 'main.h' });
  assert.deepEqual(send(state), ['search main.h']);
});

test('a problem is said once, ends what was requested, and a profile follows it', () => {
  const state = pageOfA();
  state.request({ type: 'search', text: 'main.f' });
  assert.ok(state.showProblem({ message: 'gone' }));
  assert.ok(!state.showProblem({ message: 'gone' }));
  assert.equal(state.cost, null);
  assert.deepEqual(send(state), ['problem gone']);
  assert.deepEqual(send(state), []);
  state.hidden();
  state.ready();
  assert.deepEqual(send(state), ['problem gone']);
  assert.ok(state.show(a, 1, both));
  assert.deepEqual(send(state), ['profile a 1']);
});

test('a profile that cannot be read is tried again with the next change', () => {
  const state = pageForA();
  const wanted = state.takeProfile();
  assert.ok(wanted !== null);
  const problem = { type: 'problem', message: 'cannot be read' } as const;
  assert.deepEqual(brief(state.profileRead(wanted, problem)), ['problem cannot be read']);
  assert.equal(state.sentSession, null);
  state.request({ type: 'search', text: 'main.f' });
  assert.deepEqual(send(state), ['profile a 1', 'search main.f']);
});

test('the page follows the sample type of the lines', () => {
  const state = pageOfA();
  assert.ok(!state.follow(known([a, b], { sessionId: 'b', sampleType: 0 })));
  assert.ok(!state.follow(known([a, b], { sessionId: 'a', sampleType: 1 })));
  assert.deepEqual(send(state), []);
  assert.ok(state.follow(known([a, b], { sessionId: 'a', sampleType: 2 })));
  assert.deepEqual(send(state), ['profile a 2']);
});

test('lines that go to another sample type and back leave the page as it is', () => {
  const state = pageOfA();
  state.follow(known([a], { sessionId: 'a', sampleType: 2 }));
  const reading = state.takeProfile();
  state.follow(known([a], { sessionId: 'a', sampleType: 1 }));
  assert.deepEqual(send(state), []);
  assert.deepEqual(read(state, reading), []);
});

test('a sample type chosen in the page is not sent back to it', () => {
  const state = pageOfA();
  assert.ok(state.sampleTypeChosen(0));
  assert.deepEqual(state.cost, { sessionId: 'a', sampleType: 0 });
  assert.deepEqual(send(state), []);
  // The lines follow the page, and the page hears of it.
  assert.ok(!state.follow(known([a], { sessionId: 'a', sampleType: 0 })));
  assert.deepEqual(send(state), []);
});

test('a choice in a page that is about to get another profile is not taken for that profile', () => {
  const state = pageOfA();
  state.show(b, 1, both);
  const reading = state.takeProfile();
  assert.ok(!state.sampleTypeChosen(2));
  assert.deepEqual(state.cost, { sessionId: 'b', sampleType: 1 });
  assert.deepEqual(read(state, reading), ['profile b 1']);
});

test('a session that the server has forgotten stays on the page, but its id is not used any more', () => {
  const state = pageOfA();
  state.follow(known([]));
  assert.ok(state.isOrphan);
  assert.equal(costOf(state), null);
  assert.equal(state.sentSession, null);
  // Another session of the server's next life has the same id.
  assert.ok(!state.follow(known([a], { sessionId: 'a', sampleType: 2 })));
  assert.ok(state.isOrphan);
  state.hidden();
  state.ready();
  assert.deepEqual(send(state), ['profile a 1']);
  assert.ok(state.show(a, 1, both), 'the profile has been opened again');
  assert.ok(!state.isOrphan);
  assert.deepEqual(costOf(state), { sessionId: 'a', sampleType: 1 });
});

test('the choices are sent with a profile, and again when they change', () => {
  const state = new PageState();
  const groups = [{ title: 'A', choices: [{ cost: { sessionId: 'a', sampleType: 1 }, label: 'CPU time' }] }];
  state.show(a, 1, both);
  assert.deepEqual(state.tell({ type: 'choices', groups: groups }), [], 'the page is not there yet');
  state.ready();
  assert.deepEqual(send(state), ['profile a 1', 'choices']);
  assert.deepEqual(state.tell({ type: 'choices', groups: [...groups] }), []);
  assert.deepEqual(state.tell({ type: 'choices', groups: [] }), [{ type: 'choices', groups: [] }]);
  state.tell({ type: 'choices', groups: groups });
  state.hidden();
  state.ready();
  assert.deepEqual(send(state), ['profile a 1', 'choices'], 'a reloaded page has nothing');
});
