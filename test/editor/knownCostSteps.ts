/** What is short, but for the run that is watched while it goes on: benchmarks and tests whose costs are known. */
import { allocationSteps } from './allocationSteps.ts';
import type { Step } from './harness.ts';
import { instructionSteps } from './instructionSteps.ts';
import { kindSteps } from './kindSteps.ts';
import { progressSteps } from './progressSteps.ts';
import { testSteps } from './testSteps.ts';
import { waitSteps } from './waitSteps.ts';

/** The module comes into the workspace, and the settings are theirs. */
export function knownCostSteps(step: Step): void {
  progressSteps(step);
  kindSteps(step);
  allocationSteps(step);
  testSteps(step);
  waitSteps(step);
  instructionSteps(step);
}
