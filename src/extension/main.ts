/** The extension: constructs everything, registers the commands, owns their disposal. */
import type * as vscode from 'vscode';
import { toggleAnnotations } from './lines/annotationStyle.ts';
import { FollowCursor } from './lines/followCursor.ts';
import { Heat } from './lines/heat.ts';
import { HotLines } from './lines/hotLines.ts';
import { FlameGraph } from './page/flameGraph.ts';
import { FrameSources } from './page/frameSources.ts';
import { PageFiles } from './page/pageFiles.ts';
import { Pages } from './page/pages.ts';
import { ProfileEditors } from './page/profileEditors.ts';
import { reviveActive } from './page/revive.ts';
import { ShowCommands } from './page/showCommands.ts';
import {
  createCompareInterceptor,
  createRunInterceptor,
  createTestsInterceptor,
  createTurnsInterceptor,
} from './runs/interceptors.ts';
import { KeptRuns } from './runs/keptRuns.ts';
import { ProfileCommands } from './runs/profileCommands.ts';
import { profileProgram } from './runs/profileProgram.ts';
import { ProfilesView } from './runs/profilesView.ts';
import { profileTests } from './runs/profileTests.ts';
import { RunCommands } from './runs/runCommands.ts';
import { actOnServer, Servers } from './runs/servers.ts';
import { commandIds } from './server/commandIds.ts';
import { CommandTable } from './server/commandTable.ts';
import { Outputs } from './server/outputs.ts';
import { Server } from './server/server.ts';
import { Sessions } from './sessions/sessions.ts';
import { showNewest } from './sessions/showNewest.ts';
import { StatusBar } from './sessions/statusBar.ts';
import { showNextKind, switchProfile } from './sessions/switchProfile.ts';

let running: Server | null = null;

/** Called by VS Code once. The server starts after it has returned: activation waits for nothing. */
export function activate(context: vscode.ExtensionContext): void {
  const outputs = new Outputs();
  const server = new Server(context, outputs);
  const sessions = new Sessions(server);
  const files = new PageFiles(context.extensionUri);
  const pages = new Pages({ files, server, sources: new FrameSources(server), sessions, outputs });
  const editors = new ProfileEditors(context, server, pages);
  const flameGraph = new FlameGraph(context, server, pages, editors);
  const profile = new ProfileCommands(server);
  const hotLines = new HotLines(server, sessions, pages);
  const keptRuns = new KeptRuns(server);
  const servers = new Servers(server);
  const show = new ShowCommands(server, sessions, flameGraph, editors);
  const profilesView = new ProfilesView(keptRuns, sessions, servers);
  const runs = new RunCommands(server, keptRuns, profilesView);
  const commands = new CommandTable(outputs);
  const heat = new Heat(server, pages, context.extension.packageJSON);
  const statusBar = new StatusBar(sessions);
  // biome-ignore lint/plugin: a few, written out here.
  context.subscriptions.push(
    ...reviveActive(server, sessions),
    profilesView,
    keptRuns,
    servers,
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

  server.intercept('run', createRunInterceptor(flameGraph));
  server.intercept('measureInTurns', createTurnsInterceptor());
  server.intercept('profileProgram', createTestsInterceptor(flameGraph));
  server.intercept('profileTests', createTestsInterceptor(flameGraph));
  server.intercept('compareRuns', createCompareInterceptor(flameGraph, outputs));
  commands.register(commandIds.profileBenchmark, (item) => profile.profileBenchmark(item));
  commands.register(commandIds.profileFile, () => profile.profileFile());
  commands.register(commandIds.profileTest, (item) => profileTests(server, 'test', item));
  commands.register(commandIds.profileTestsOfFile, () => profileTests(server, 'file'));
  commands.register(commandIds.profileTestsOfPackage, () => profileTests(server, 'package'));
  commands.register(commandIds.profileTestsOfWorkspace, () => profileTests(server, 'workspace'));
  commands.register(commandIds.listTests, () => server.execute('listTests'));
  commands.register(commandIds.profileWithOptions, (item) => profile.profileWithOptions(item));
  commands.register(commandIds.compareWithRef, (item) => profile.compareWithRef(item));
  commands.register(commandIds.measureInTurns, (item) => profile.measureInTurns(item));
  commands.register(commandIds.cancelRun, () => server.execute('cancelRun', null));
  commands.register(commandIds.benchmarkMenu, (item) => profile.benchmarkMenu(item));
  commands.register(commandIds.openProfile, async (file, files) => {
    const { chosenFiles, openProfiles } = await import('./page/profileFiles.ts');
    return openProfiles(chosenFiles(file, files));
  });
  commands.register(commandIds.mergeProfiles, async (file, files) => {
    const { chosenFiles, mergeFiles } = await import('./page/profileFiles.ts');
    return mergeFiles(server, chosenFiles(file, files));
  });
  commands.register(commandIds.compareProfiles, async (file, files) => {
    const { chosenFiles, compareFiles } = await import('./page/profileFiles.ts');
    return compareFiles(server, chosenFiles(file, files));
  });
  commands.register(commandIds.showFlameGraph, (args) => show.flameGraph(args));
  commands.register(commandIds.showResults, (args) => show.results(args));
  commands.register(commandIds.showLineInFlameGraph, () => show.lineInFlameGraph());
  commands.register(commandIds.showCallersAndCallees, () => show.callersAndCallees());
  commands.register(commandIds.switchProfile, () => switchProfile(sessions));
  commands.register(commandIds.nextKind, () => showNextKind(sessions));
  commands.register(commandIds.showNewest, () => showNewest(server, sessions));
  commands.register(commandIds.clear, () => sessions.show(null));
  commands.register(commandIds.toggleAnnotations, () => toggleAnnotations(context.globalState));
  commands.register(commandIds.nextHotLine, () => hotLines.go(1));
  commands.register(commandIds.previousHotLine, () => hotLines.go(-1));
  commands.register(commandIds.listHotLines, () => hotLines.list());
  commands.register(commandIds.showOutput, () => outputs.runs.show());
  commands.register(commandIds.showRun, (node) => runs.show(node));
  commands.register(commandIds.pinRun, (node) => runs.pin(node, true));
  commands.register(commandIds.unpinRun, (node) => runs.pin(node, false));
  commands.register(commandIds.savePgo, async (node, nodes) => {
    const { savePgo } = await import('./runs/dialogs.ts');
    return savePgo(server, keptRuns, node, nodes);
  });
  commands.register(commandIds.compareRun, (node, nodes) => runs.compare(node, nodes));
  commands.register(commandIds.renameRun, (node) => runs.rename(node));
  commands.register(commandIds.exportRun, (node) => runs.export(node));
  commands.register(commandIds.deleteRun, (node, nodes) => runs.delete(node, nodes));
  commands.register(commandIds.profileProgram, () => profileProgram(server));
  commands.register(commandIds.stopProgram, () => server.execute('endProgram', { how: 'stop' }));
  commands.register(commandIds.profileServer, (node) => actOnServer(server, 'fetch', node));
  commands.register(commandIds.watchServer, (node) => actOnServer(server, 'watch', node));
  commands.register(commandIds.loadServer, (node) => actOnServer(server, 'load', node));
  commands.register(commandIds.stopServer, (node) => actOnServer(server, 'stop', node));
  commands.register(commandIds.editServer, (node) => actOnServer(server, 'edit', node));
  commands.register(commandIds.forgetServer, (node) => actOnServer(server, 'forget', node));
  commands.register(commandIds.connectStore, () => show.fromStore('connect'));
  commands.register(commandIds.profileStore, () => show.fromStore('fetch'));
  commands.register(commandIds.compareStore, () => show.fromStore('compare'));
  commands.register(commandIds.storePerRequest, () => show.fromStore('perRequest'));
  commands.register(commandIds.deleteOldRuns, () => runs.deleteOld());

  running = server;
  setImmediate(() => {
    server.start().catch((error: unknown) => outputs.log.error(`The server did not start: ${String(error)}`));
  });
}

/** Called by VS Code before it ends: benchmarks that still run are stopped. */
export async function deactivate(): Promise<void> {
  await running?.stop();
  running = null;
}
