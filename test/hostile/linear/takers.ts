/**
 * Everything in src/ that takes a text from outside and searches or loops in it. Whoever adds such a function adds a row:
 * what it is called, and a call with a text in every place that the outside writes.
 */
import type { Taker } from './taker.ts';
import { takersOfBenchmarks } from './takersOfBenchmarks.ts';
import { takersOfOthers } from './takersOfOthers.ts';
import { takersOfProfiles } from './takersOfProfiles.ts';

export const takers: readonly Taker[] = [...takersOfProfiles, ...takersOfBenchmarks, ...takersOfOthers];
