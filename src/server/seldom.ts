/**
 * What the server seldom needs. It is loaded when it is first asked for, as one bundle: as several they would each carry a
 * copy of what they share.
 */
export { compareKept } from './history/compareKept.ts';
export { exportRun } from './history/exportRun.ts';
export { ProgramRuns } from './programs/programRuns.ts';
export { Servers } from './servers/servers.ts';
export { Stores } from './stores/stores.ts';
export { TestRuns } from './tests/testRuns.ts';
