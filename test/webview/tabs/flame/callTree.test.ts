/** The rectangles and searches of real profiles, asked as the page asks for them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readProfile } from '../../../../src/pprof/read.ts';
import { noFilters } from '../../../../src/webview/engine/filterList.ts';
import { LocalEngine } from '../../../../src/webview/engine/localEngine.ts';
import { publishFrames } from '../../../../src/webview/tabs/flame/publishedFrames.ts';
import { Names } from '../../../../src/webview/view/names.ts';
import { noSearch } from '../../../../src/webview/view/savedView.ts';
import { naiveTree } from '../../../analysis/naiveTree.ts';
import { succeeded } from '../../../why.ts';
import { realProfiles } from '../../realProfiles.ts';
import { assertCallTree, expressions, focusTotal } from './drawnTree.ts';

const pixels = 1000;

describe('the flame graph of a real profile', () => {
  for (const { name, bytes } of realProfiles()) {
    it(`is the call tree of ${name}, for every sample type; a search counts each sample once, as pprof's focus does`, async () => {
      const profile = succeeded(readProfile(bytes));
      const engine = new LocalEngine();
      const open = {
        bytes: Uint8Array.from(bytes).buffer,
        operations: null,
        sampleType: 0,
        pixels,
        known: null,
      };
      const opened = succeeded(await engine.ask('open', open));
      const names = new Names();
      assert.ok(opened.picture);
      names.learn(opened.picture);
      for (const sampleType of profile.sampleTypes.keys()) {
        if (naiveTree(profile, sampleType).width === 0) continue;
        const scope = { sampleType, filters: noFilters };
        const whole = { part: { is: 'all' }, zoom: { path: [], window: null }, pixels } as const;
        const picture = await engine.ask('picture', { ...scope, ...whole });
        names.learn(picture);
        const end = publishFrames(picture, picture.window, names);
        assertCallTree(globalThis.pprofLens.frames(), profile, sampleType, pixels);
        end();
        for (const text of expressions) {
          const found = succeeded(
            await engine.ask('search', {
              ...scope,
              ...noSearch,
              text,
              regExp: true,
              matchCase: true,
            }),
          );
          assert.equal(found.cum, focusTotal(profile, sampleType, new RegExp(text)), text);
        }
      }
    });
  }
});
