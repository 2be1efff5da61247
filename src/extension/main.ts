/** The extension: constructs everything, registers the commands, owns their disposal. */
import type * as vscode from 'vscode';
import { createParts } from './parts.ts';
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
import type { LanguageServer } from './server/languageServer.ts';
import { renewSettings } from './server/renewSettings.ts';
import { showNewest } from './sessions/switchProfile.ts';

let running: LanguageServer | null = null;

/** Called by VS Code once. The server starts after it has returned: activation waits for nothing. */
export function activate(context: vscode.ExtensionContext): void {
  const { subscriptions, workspaceState } = context;
  const { outputs, server, sessions, flameGraph, show, commands } = createParts(context);
  const profile = new ProfileCommands(server, workspaceState);
  const profilesView = new ProfilesView(server, sessions, subscriptions);
  const runs = new RunCommands(server, profilesView);
  watchForGo(subscriptions);
  offerAgentTools(context, outputs.log);

  server.intercept('run', createRunInterceptor(flameGraph, sessions));
  server.intercept('measureInTurns', createTurnsInterceptor());
  server.intercept('profileProgram', createTestsInterceptor(flameGraph, true));
  server.intercept('profileTests', createTestsInterceptor(flameGraph));
  server.intercept('compareRuns', createCompareInterceptor(flameGraph, outputs));
  registerCommands(outputs, subscriptions, {
    ...commands,
    profileBenchmark: (item) => profile.profileBenchmark(item),
    profileFile: () => profile.profileFile(),
    profileTests: (item) => profileTests(server, item),
    profileWithOptions: (item) => profile.profileWithOptions(item),
    compareWithRef: (item) => profile.compareWithRef(item),
    measureInTurns: (item) => profile.measureInTurns(item),
    cancelRun: () => cancelRun(server),
    benchmarkMenu: (item) => profile.benchmarkMenu(item),
    showResults: (args) => show.results(args),
    showNewest: () => showNewest(server, sessions),
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
