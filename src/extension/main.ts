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
import { savePgo } from './runs/dialogs.ts';
import { GoPresence } from './runs/goPresence.ts';
import {
  createCompareInterceptor,
  createRunInterceptor,
  createTestsInterceptor,
  createTurnsInterceptor,
} from './runs/interceptors.ts';
import { KeptRuns } from './runs/keptRuns.ts';
import { ProfileCommands } from './runs/profileCommands.ts';
import { cancelRun, profileProgram } from './runs/profileProgram.ts';
import { ProfilesView } from './runs/profilesView.ts';
import { profileTests } from './runs/profileTests.ts';
import { actOnRemote, editServer, profileServer, Remotes } from './runs/remotes.ts';
import { RunCommands } from './runs/runCommands.ts';
import { CommandTable } from './server/commandTable.ts';
import { LanguageServer } from './server/languageServer.ts';
import { Outputs } from './server/outputs.ts';
import { renewSettings } from './server/renewSettings.ts';
import { Sessions } from './sessions/sessions.ts';
import { StatusBar } from './sessions/statusBar.ts';
import { showNewest, showNextKind, switchProfile } from './sessions/switchProfile.ts';

let running: LanguageServer | null = null;

/** Called by VS Code once. The server starts after it has returned: activation waits for nothing. */
export function activate(context: vscode.ExtensionContext): void {
  const outputs = new Outputs();
  const server = new LanguageServer(context, outputs);
  const sessions = new Sessions(server);
  const files = new PageFiles(context.extensionUri);
  const pages = new Pages({ files, server, sources: new FrameSources(server), sessions, outputs });
  const editors = new ProfileEditors(context, server, pages);
  const flameGraph = new FlameGraph(context, server, pages, editors);
  const profile = new ProfileCommands(server, context.workspaceState);
  const hotLines = new HotLines(server, sessions, pages);
  const keptRuns = new KeptRuns(server);
  const remotes = new Remotes(server);
  const show = new ShowCommands(server, sessions, flameGraph, editors, () => hotLines.showHottest());
  const profilesView = new ProfilesView(keptRuns, sessions, remotes);
  const runs = new RunCommands(server, keptRuns, profilesView);
  const commands = new CommandTable(outputs);
  const heat = new Heat(server, context.extension.packageJSON);
  const statusBar = new StatusBar(sessions);
  // biome-ignore lint/plugin: a few, written out here.
  context.subscriptions.push(
    ...reviveActive(server, sessions),
    new GoPresence(),
    offerProfile(context.globalState),
    profilesView,
    keptRuns,
    remotes,
    statusBar,
    heat,
    commands,
    new FollowCursor(server, sessions, pages),
    flameGraph,
    editors,
    pages,
    sessions,
    server,
    outputs,
  );

  server.intercept('run', createRunInterceptor(flameGraph, sessions));
  server.intercept('measureInTurns', createTurnsInterceptor());
  server.intercept('profileProgram', createTestsInterceptor(flameGraph));
  server.intercept('profileTests', createTestsInterceptor(flameGraph));
  server.intercept('compareRuns', createCompareInterceptor(flameGraph, outputs));
  commands.register({
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
    toggleAnnotations: () => toggleAnnotations(context.globalState),
    nextHotLine: () => hotLines.go(1),
    previousHotLine: () => hotLines.go(-1),
    listHotLines: () => hotLines.list(),
    showOutput: () => outputs.runs.show(),
    showRun: (node) => runs.show(node),
    pinRun: (node) => runs.pin(node),
    savePgo: (node, nodes) => savePgo(server, keptRuns, node, nodes),
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
