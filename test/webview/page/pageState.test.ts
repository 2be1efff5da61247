import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageFacts } from '../../../src/analysis/benchmark/timedLoop.ts';
import { firstPicture } from '../../../src/analysis/flame/flamePicture.ts';
import { ok } from '../../../src/base/result.ts';
import type { HostMessage, ProfileMessage } from '../../../src/webview/host/host.ts';
import {
  afterFailure,
  afterMessage,
  afterOpening,
  afterShare,
  type Opening,
  type PageState,
  startState,
} from '../../../src/webview/page/pageState.ts';
import { newView } from '../../../src/webview/view/savedView.ts';
import { stackProfile } from '../../analysis/stackProfile.ts';

const profile = stackProfile({
  sampleTypes: ['samples/count', 'cpu/nanoseconds'],
  samples: ['main work 1 7'],
});
const facts = pageFacts(profile, null);

const profileMessage: ProfileMessage = {
  type: 'profile',
  title: 'cpu',
  bytes: new ArrayBuffer(0),
  sampleType: -1,
  operations: null,
};
const pictureMessage: HostMessage = {
  type: 'picture',
  title: 'cpu',
  sampleType: -1,
  operations: null,
  first: firstPicture(profile, -1, 1000),
};

function after(state: PageState, ...messages: HostMessage[]): PageState {
  return messages.reduce((now, message) => afterMessage(now, message, null), state);
}

/** What the page does with a profile that has come: the state after it, and what its answer is about. */
function opening(state: PageState): { state: PageState; of: Opening } {
  const loading = after(state, profileMessage);
  const of = { message: profileMessage, known: state.known, generation: loading.generation };
  return { state: loading, of };
}

function opened(state: PageState, of: Opening, saved: unknown = null): PageState {
  return afterOpening(state, of, ok({ facts, picture: null }), saved);
}

describe('the page', () => {
  it('knows what an operation costs on both sides of a comparison, unless shares are compared', () => {
    const operationsOf = (base: ProfileMessage['base']) => {
      const message = { ...profileMessage, operations: 9, ...(base === undefined ? {} : { base }) };
      const { phase } = opened(after(startState, message), { ...opening(startState).of, message });
      assert.ok(phase.is === 'open');
      return phase.opened.operations;
    };
    const bytes = new ArrayBuffer(0);
    assert.deepEqual(operationsOf(undefined), { count: 9, inBase: 9 });
    assert.deepEqual(operationsOf({ bytes, operations: 4 }), { count: 9, inBase: 4 });
    assert.equal(operationsOf({ bytes, operations: null }), null);
    assert.equal(operationsOf({ bytes, operations: 4, ratio: 'shares' }), null);
  });

  it('says where a profile is that is still on its way, and how much of it is read', () => {
    const file = { title: 'cpu.pb.gz', bytes: 7 };
    const waiting = after(startState, { type: 'opening', ...file, step: 'sending' });
    assert.deepEqual(waiting.phase, { is: 'loading', ...file, step: 'sending', share: null });
    const { state, of } = opening(waiting);
    const half = afterShare(state, of, 0.5);
    assert.ok(half.phase.is === 'loading');
    assert.deepEqual([half.phase.step, half.phase.share], ['decoding', 0.5]);
    const open = opened(half, of);
    assert.equal(afterShare(open, of, 1), open, 'late news');
  });

  it('is loading until the profile is read, then shows it as the user left it', () => {
    const { state, of } = opening(startState);
    assert.deepEqual(state.phase, { is: 'loading', title: 'cpu', bytes: 0, step: 'decoding', share: 0 });
    const saved = { ...newView('cpu', 0, 'heat'), tab: 'top' };
    const { phase } = opened(state, of, saved);
    assert.ok(phase.is === 'open');
    assert.deepEqual([phase.opened.facts, phase.opened.view], [facts, saved]);
  });

  it('drops the answer about a profile when another one, or a problem, has come since', () => {
    const { state, of } = opening(startState);
    const another = after(state, { ...profileMessage, title: 'mem' });
    assert.equal(opened(another, of), another);
    const problem = after(state, { type: 'problem', message: 'It is gone.' });
    assert.equal(opened(problem, of), problem);
  });

  it('shows a first picture, and keeps it when its profile comes', () => {
    const shown = after(startState, pictureMessage);
    assert.ok(shown.phase.is === 'open');
    const { picture, view } = shown.phase.opened;
    assert.deepEqual([picture?.sampleType, view.sampleType], [1, 1]);
    assert.deepEqual(shown.known, { names: ['main', 'work'], files: [''] });

    const { state, of } = opening(shown);
    assert.equal(state.phase, shown.phase);
    assert.equal(opened(state, of).phase, shown.phase);
  });

  it('shows the next profile anew: it loads, without the notice and the request of the one before', () => {
    const first = opened(opening(startState).state, opening(startState).of);
    const marked = after(first, { type: 'notice', text: 'Stale.' }, { type: 'search', text: 'main' });
    assert.deepEqual([marked.notice, marked.requested?.tab], ['Stale.', 'flame']);
    assert.equal(marked.phase, first.phase);
    const next = after(marked, profileMessage);
    assert.deepEqual([next.phase.is, next.notice, next.requested], ['loading', '', null]);
    assert.notEqual(next.generation, first.generation);
  });

  it('takes a request for the callers and callees of a function, and the functions at the cursor', () => {
    const state = after(
      startState,
      { type: 'neighbours', functionName: 'main' },
      { type: 'mark', functionNames: ['main', 'work'] },
    );
    assert.deepEqual(state.requested, { tab: 'callers', functionName: 'main' });
    assert.deepEqual(state.atCursor, ['main', 'work']);
  });

  it('says when it fails itself, in one line', () => {
    const { phase } = afterFailure(startState, new Error('first line\nstack'));
    assert.ok(phase.is === 'problem');
    assert.match(phase.problem.message, /^The page failed unexpectedly: first line\. /);
  });
});
