/** What is short: benchmarks, tests and a server whose costs are known. */
import { describe } from 'node:test';
import { agentSteps } from './agentSteps.ts';
import { allocationSteps } from './allocationSteps.ts';
import { editorSteps } from './harness.ts';
import { instructionSteps } from './instructionSteps.ts';
import { kindSteps } from './kindSteps.ts';
import { serverSteps } from './serverSteps.ts';
import { testSteps } from './testSteps.ts';
import { waitSteps } from './waitSteps.ts';

describe('costs that are known', () => {
  const step = editorSteps({
    name: 'shapes',
    module: 'shapes',
    // A time would be too short for samples in its lines where other programs take it.
    settings: { 'pprofLens.kinds': ['cpu', 'mem'], 'pprofLens.count': 1, 'pprofLens.benchtime': '100000x' },
  });

  kindSteps(step);
  allocationSteps(step);
  testSteps(step);
  waitSteps(step);
  serverSteps(step);
  instructionSteps(step);
  agentSteps(step);
});
