/** The extension's own commands, by the last part of their ids; titles and menus are in package.json. */
export const commandNames = [
  'profileBenchmark',
  'profileFile',
  'profileTests',
  'profileWithOptions',
  'compareWithRef',
  'measureInTurns',
  'cancelRun',
  'benchmarkMenu',
  'openProfile',
  'mergeProfiles',
  'compareProfiles',
  'showFlameGraph',
  'openInEditor',
  'showResults',
  'showLineInFlameGraph',
  'showCallersAndCallees',
  'switchProfile',
  'nextKind',
  'showNewest',
  'toggleAnnotations',
  'nextHotLine',
  'previousHotLine',
  'listHotLines',
  'showOutput',
  'showRun',
  'pinRun',
  'savePgo',
  'compareRun',
  'renameRun',
  'exportRun',
  'deleteRun',
  'profileStore',
  'profileProgram',
  'profileServer',
  'stopServer',
  'editServer',
] as const;

export type CommandName = (typeof commandNames)[number];

export function commandId(name: CommandName): string {
  return `pprofLens.${name}`;
}
