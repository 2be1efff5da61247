/** What is short, but for the run that is watched while it goes on: benchmarks, tests and a server whose costs are known. */
import { describe } from 'node:test';
import { agentSteps } from './agentSteps.ts';
import { allocationSteps } from './allocationSteps.ts';
import { editorSteps } from './harness.ts';
import { instructionSteps } from './instructionSteps.ts';
import { kindSteps } from './kindSteps.ts';
import { progressSteps } from './progressSteps.ts';
import { serverSteps } from './serverSteps.ts';
import { testSteps } from './testSteps.ts';
import { waitSteps } from './waitSteps.ts';

describe('costs that are known', () => {
  const step = editorSteps({
    name: 'shapes',
    module: 'shapes',
    settings: { 'pprofLens.kinds': ['cpu', 'mem'], 'pprofLens.count': 60, 'pprofLens.benchtime': '500ms' },
  });

  progressSteps(step);
  kindSteps(step);
  allocationSteps(step);
  testSteps(step);
  waitSteps(step);
  serverSteps(step);
  instructionSteps(step);
  agentSteps(step);
});
