import { clientCommands } from '../../protocol.ts';

/** The extension's own commands; titles and menus are in package.json. */
export const commandIds = {
  profileBenchmark: 'pprofLens.profileBenchmark',
  profileFile: 'pprofLens.profileFile',
  profileWithOptions: 'pprofLens.profileWithOptions',
  compareWithRef: 'pprofLens.compareWithRef',
  measureInTurns: 'pprofLens.measureInTurns',
  cancelRun: 'pprofLens.cancelRun',
  benchmarkMenu: clientCommands.benchmarkMenu,
  openProfile: 'pprofLens.openProfile',
  showFlameGraph: clientCommands.showFlameGraph,
  showResults: clientCommands.showResults,
  showLineInFlameGraph: 'pprofLens.showLineInFlameGraph',
  showCallersAndCallees: 'pprofLens.showCallersAndCallees',
  switchProfile: 'pprofLens.switchProfile',
  nextKind: 'pprofLens.nextKind',
  showNewest: 'pprofLens.showNewest',
  clear: 'pprofLens.clear',
  toggleAnnotations: 'pprofLens.toggleAnnotations',
  nextHotLine: 'pprofLens.nextHotLine',
  previousHotLine: 'pprofLens.previousHotLine',
  listHotLines: 'pprofLens.listHotLines',
  showOutput: 'pprofLens.showOutput',
  showRun: 'pprofLens.showRun',
  pinRun: 'pprofLens.pinRun',
  unpinRun: 'pprofLens.unpinRun',
  savePgo: 'pprofLens.savePgo',
  compareRun: 'pprofLens.compareRun',
  renameRun: 'pprofLens.renameRun',
  exportRun: 'pprofLens.exportRun',
  deleteRun: 'pprofLens.deleteRun',
  deleteOldRuns: 'pprofLens.deleteOldRuns',
} as const;

export type CommandId = (typeof commandIds)[keyof typeof commandIds];
