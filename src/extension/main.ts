/** The extension: constructs everything, registers the commands, owns their disposal. */
import type * as vscode from 'vscode';
import { toggleAnnotations } from './lines/annotationStyle.ts';
import { FollowCursor } from './lines/followCursor.ts';
import { Heat } from './lines/heat.ts';
import { HotLines } from './lines/hotLines.ts';
import { FlameGraph } from './page/flameGraph.ts';
import { FrameSources } from './page/frameSources.ts';
import { offerProfile } from './page/offerProfile.ts';
import { PageFiles } from './page/pageFiles.ts';
import { Pages } from './page/pages.ts';
import { ProfileEditors } from './page/profileEditors.ts';
import { chosenFiles, compareFiles, mergeFiles, openProfiles } from './page/profileFiles.ts';
import { reviveActive } from './page/revive.ts';
import { ShowCommands } from './page/showCommands.ts';
import { offerAgentTools } from './runs/agentTools.ts';
import { watchForGo } from './runs/goPresence.ts';
import {
  createCompareInterceptor,
  createRunInterceptor,
  createTestsInterceptor,
  createTurnsInterceptor,
} from './runs/interceptors.ts';
import { ProfileCommands } from './runs/profileCommands.ts';
import { cancelRun, profileProgram } from './runs/profileProgram.ts';
import { ProfilesView } from './runs/profilesView.ts';
import { profileTests } from './runs/profileTests.ts';
import { actOnRemote, editServer, profileServer } from './runs/remotes.ts';
import { RunCommands } from './runs/runCommands.ts';
import { savePgo } from './runs/savePgo.ts';
import { registerCommands } from './server/commandTable.ts';
import { LanguageServer } from './server/languageServer.ts';
import { createOutputs } from './server/outputs.ts';
import { renewSettings } from './server/renewSettings.ts';
import { Sessions } from './sessions/sessions.ts';
import { showInStatusBar } from './sessions/statusBar.ts';
import { showNewest, showNextKind, switchProfile } from './sessions/switchProfile.ts';

let running: LanguageServer | null = null;

/** Called by VS Code once. The server starts after it has returned: activation waits for nothing. */
export function activate(context: vscode.ExtensionContext): void {
  const { extension, extensionUri, globalState, subscriptions, workspaceState } = context;
  const outputs = createOutputs();
  const server = new LanguageServer(context, outputs);
  const sessions = new Sessions(server, subscriptions);
  const files = new PageFiles(extensionUri);
  const pages = new Pages({ files, server, sources: new FrameSources(server), sessions, outputs });
  const editors = new ProfileEditors(context, server, pages);
  const flameGraph = new FlameGraph(context, server, pages, editors);
  const profile = new ProfileCommands(server, workspaceState);
  const hotLines = new HotLines(server, sessions, pages);
  const show = new ShowCommands(server, sessions, flameGraph, editors, () => hotLines.showHottest());
  const profilesView = new ProfilesView(server, sessions, subscriptions);
  const runs = new RunCommands(server, profilesView);
  new Heat(server, extension.packageJSON, subscriptions);
  showInStatusBar(sessions, subscriptions);
  new FollowCursor(server, sessions, pages, subscriptions);
  reviveActive(server, sessions, subscriptions);
  watchForGo(subscriptions);
  subscriptions.push(offerProfile(globalState));
  offerAgentTools(context, outputs.log);

  server.intercept('run', createRunInterceptor(flameGraph, sessions));
  server.intercept('measureInTurns', createTurnsInterceptor());
  server.intercept('profileProgram', createTestsInterceptor(flameGraph));
  server.intercept('profileTests', createTestsInterceptor(flameGraph));
  server.intercept('compareRuns', createCompareInterceptor(flameGraph, outputs));
  registerCommands(outputs, subscriptions, {
    profileBenchmark: (item) => profile.profileBenchmark(item),
    profileFile: () => profile.profileFile(),
    profileTests: (item) => profileTests(server, item),
    profileWithOptions: (item) => profile.profileWithOptions(item),
    compareWithRef: (item) => profile.compareWithRef(item),
    measureInTurns: (item) => profile.measureInTurns(item),
    cancelRun: () => cancelRun(server),
    benchmarkMenu: (item) => profile.benchmarkMenu(item),
    openProfile: (file, files) => openProfiles(chosenFiles(file, files)),
    mergeProfiles: (file, files) => mergeFiles(server, chosenFiles(file, files)),
    compareProfiles: (file, files) => compareFiles(server, chosenFiles(file, files)),
    showFlameGraph: (args) => show.flameGraph(args),
    openInEditor: () => flameGraph.openTab(),
    showResults: (args) => show.results(args),
    showLineInFlameGraph: () => show.lineInFlameGraph(),
    showCallersAndCallees: () => show.callersAndCallees(),
    switchProfile: () => switchProfile(sessions),
    nextKind: () => showNextKind(sessions),
    showNewest: () => showNewest(server, sessions),
    toggleAnnotations: () => toggleAnnotations(globalState),
    nextHotLine: () => hotLines.go(1),
    previousHotLine: () => hotLines.go(-1),
    listHotLines: () => hotLines.list(),
    showOutput: () => outputs.runs.show(),
    showRun: (node) => runs.show(node),
    pinRun: (node) => runs.pin(node),
    savePgo: (node, nodes) => savePgo(server, sessions, node, nodes),
    compareRun: (node, nodes) => runs.compare(node, nodes),
    renameRun: (node) => runs.rename(node),
    exportRun: (node) => runs.export(node),
    deleteRun: (node, nodes) => runs.delete(node, nodes),
    profileProgram: () => profileProgram(server),
    profileServer: (node, how) => profileServer(server, node, how),
    stopServer: (node) => actOnRemote(server, 'stop', node),
    editServer: (node) => editServer(server, node),
    profileStore: () => show.fromStore(),
  });

  // At last: until then, the others may write to them.
  subscriptions.push(outputs.runs, outputs.log);
  running = server;
  setImmediate(() => {
    server.start().catch((error: unknown) => outputs.log.error(`The server did not start: ${String(error)}`));
    renewSettings().catch((error: unknown) => outputs.log.error(`Old settings were left: ${String(error)}`));
  });
}

/** Called by VS Code before it ends: benchmarks that still run are stopped. */
export async function deactivate(): Promise<void> {
  await running?.stop();
  running = null;
}
