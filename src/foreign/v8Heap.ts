/**
 * Heap profiles of V8 (`node --heap-prof`, Chrome): a tree of calls, with the bytes that each node's function has allocated
 * and that were still in use at the end.
 *
 *   {"head": {"callFrame": {...}, "selfSize": 0, "id": 1, "children": [{"callFrame": {...}, "selfSize": 65880, ...}]}, ...}
 */
import { number, property } from '../base/outsideValues.ts';
import { ok, type Result } from '../base/result.ts';
import { Int64Builder } from '../pprof/columns.ts';
import type { Profile } from '../pprof/profile.ts';
import { caught } from './badRecording.ts';
import { pushNumber } from './count.ts';
import { items, parsedJson } from './json.ts';
import { StackProfile } from './stackProfile.ts';
import { V8Tree } from './v8Tree.ts';

/** Reads a heap profile of V8. Problems: `too-large`, `bad-json`, `damaged-recording`, `too-many-frames`. */
export function readV8Heap(bytes: Uint8Array): Result<Profile> {
  return caught(() => ok(heapProfile(property(parsedJson(bytes), 'head'), bytes.length)));
}

function heapProfile(head: unknown, bytes: number): Profile {
  const profile = new StackProfile();
  const tree = new V8Tree(profile, bytes);
  const values = new Int64Builder('signed');
  // In the order of the file, each node before its children. Trees are deeper than the stack of JavaScript.
  const left = [head];
  const callers = [-1];
  for (let caller = callers.pop(); caller !== undefined; caller = callers.pop()) {
    const node = left.pop();
    const row = tree.add(property(node, 'callFrame'), caller);
    const size = Math.round(number(property(node, 'selfSize')) ?? 0);
    if (size !== 0) {
      pushNumber(values, size);
      tree.addSample(row, 0);
    }
    const children = items(property(node, 'children'));
    for (let at = children.length - 1; at >= 0; at--) {
      left.push(children[at]);
      callers.push(row);
    }
  }
  return profile.finish(values, {
    sampleTypes: [{ type: 'inuse_space', unit: 'bytes' }],
    defaultSampleType: 'inuse_space',
  });
}
