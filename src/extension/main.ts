/** The extension: constructs everything, registers the commands, owns their disposal. */
import type * as vscode from 'vscode';
import { type OpenOutcome, serverCommands } from '../protocol.ts';
import { toggleAnnotations } from './annotationStyle.ts';
import { readShowFlameGraphArgs } from './commandArguments.ts';
import { commandIds } from './commandIds.ts';
import { CommandTable } from './commandTable.ts';
import { createCompareInterceptor } from './compareRuns.ts';
import { FlameGraph } from './flameGraph.ts';
import { Heat } from './heat.ts';
import { HotLines } from './hotLines.ts';
import { KeptRuns } from './keptRuns.ts';
import { openProfile } from './openProfile.ts';
import { Outputs } from './outputs.ts';
import { ProfileCommands } from './profileCommands.ts';
import { ProfilesView } from './profilesView.ts';
import { reviveActive } from './revive.ts';
import { createRunInterceptor } from './run.ts';
import { RunCommands } from './runCommands.ts';
import { Server } from './server.ts';
import { Sessions } from './sessions.ts';
import { StatusBar } from './statusBar.ts';
import { switchProfile, tellNoProfile } from './switchProfile.ts';

let running: Server | null = null;

/** Called by VS Code once. The server starts after it has returned: activation waits for nothing. */
export function activate(context: vscode.ExtensionContext): void {
  const outputs = new Outputs();
  const server = new Server(context, outputs);
  const sessions = new Sessions(server);
  const flameGraph = new FlameGraph(context, server, sessions, outputs);
  const profile = new ProfileCommands(server);
  const hotLines = new HotLines(server, sessions);
  const keptRuns = new KeptRuns(server);
  const profilesView = new ProfilesView(keptRuns, sessions);
  const runs = new RunCommands(server, keptRuns, profilesView);
  const commands = new CommandTable(outputs);
  const heat = new Heat(server, context.extension.packageJSON);
  const statusBar = new StatusBar(sessions);
  context.subscriptions.push(
    ...reviveActive(server, sessions),
    profilesView,
    keptRuns,
    statusBar,
    heat,
    commands,
    flameGraph,
    sessions,
    server,
    outputs,
  );

  server.intercept(serverCommands.run, createRunInterceptor(flameGraph, outputs));
  server.intercept(serverCommands.compareRuns, createCompareInterceptor(flameGraph, outputs));
  commands.register(commandIds.profileBenchmark, (item) => profile.profileBenchmark(item));
  commands.register(commandIds.profileFile, () => profile.profileFile());
  commands.register(commandIds.profileWithOptions, (item) => profile.profileWithOptions(item));
  commands.register(commandIds.compareWithRef, (item) => profile.compareWithRef(item));
  commands.register(commandIds.openProfile, (file) => openProfile(server, flameGraph, file));
  commands.register(commandIds.showFlameGraph, (args) => showFlameGraph(server, sessions, flameGraph, args));
  commands.register(commandIds.switchProfile, () => switchProfile(sessions));
  commands.register(commandIds.clear, () => sessions.show(null));
  commands.register(commandIds.toggleAnnotations, () => toggleAnnotations(context.globalState));
  commands.register(commandIds.nextHotLine, () => hotLines.go(1));
  commands.register(commandIds.previousHotLine, () => hotLines.go(-1));
  commands.register(commandIds.listHotLines, () => hotLines.list());
  commands.register(commandIds.showOutput, () => outputs.runs.show());
  commands.register(commandIds.showRun, (node) => runs.show(node));
  commands.register(commandIds.pinRun, (node) => runs.pin(node, true));
  commands.register(commandIds.unpinRun, (node) => runs.pin(node, false));
  commands.register(commandIds.compareRun, (node, nodes) => runs.compare(node, nodes));
  commands.register(commandIds.renameRun, (node) => runs.rename(node));
  commands.register(commandIds.exportRun, (node) => runs.export(node));
  commands.register(commandIds.deleteRun, (node, nodes) => runs.delete(node, nodes));
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

/** @param raw `ShowFlameGraphArgs` from a lens or a hover; nothing from the palette: the active profile */
async function showFlameGraph(
  server: Server,
  sessions: Sessions,
  flameGraph: FlameGraph,
  raw: unknown,
): Promise<void> {
  const { sessionId, profilePath, sampleType, functionName } = readShowFlameGraphArgs(raw);
  // From a lens or a hover the user stays in the code; from the palette they go to the graph.
  const options = { preserveFocus: raw !== undefined, search: functionName };
  if (profilePath !== undefined) {
    const request = { path: profilePath, ...(sampleType === undefined ? {} : { sampleType }) };
    const outcome = await server.execute<OpenOutcome>(serverCommands.openProfile, request);
    if (outcome.status === 'opened') flameGraph.show(options);
    return;
  }
  const session =
    sessionId === undefined ? (sessions.activeSession ?? sessions.all[0]) : sessions.get(sessionId);
  if (session === undefined) {
    await tellNoProfile();
    return;
  }
  const { active } = sessions;
  const isActive = active?.sessionId === session.id;
  const wanted = sampleType ?? (isActive ? active.sampleType : session.defaultSampleType);
  if (!isActive || active.sampleType !== wanted) {
    await sessions.show({ sessionId: session.id, sampleType: wanted });
  }
  flameGraph.show(options);
}
