/** What the extension has everywhere, also where nothing can be run: profiles, their pages, and their costs beside lines. */
import type * as vscode from 'vscode';
import { toggleAnnotations } from './lines/annotationStyle.ts';
import { FollowCursor } from './lines/followCursor.ts';
import { Heat } from './lines/heat.ts';
import { HotLines, walkOf } from './lines/hotLines.ts';
import { FlameGraph } from './page/flameGraph.ts';
import { FrameSources } from './page/frameSources.ts';
import { offerProfile } from './page/offerProfile.ts';
import { PageFiles } from './page/pageFiles.ts';
import { Pages } from './page/pages.ts';
import { ProfileEditors } from './page/profileEditors.ts';
import { chosenFiles, compareFiles, mergeFiles, openProfiles } from './page/profileFiles.ts';
import { reviveActive } from './page/revive.ts';
import { ShowCommands } from './page/showCommands.ts';
import type { CommandHandlers } from './server/commandTable.ts';
import { LanguageServer } from './server/languageServer.ts';
import { createOutputs } from './server/outputs.ts';
import { Sessions } from './sessions/sessions.ts';
import { showInStatusBar } from './sessions/statusBar.ts';
import { showNextKind, switchProfile } from './sessions/switchProfile.ts';

/** Constructs the parts; `commands` are what they do. */
export function createParts(context: vscode.ExtensionContext) {
  const { extension, extensionUri, globalState, subscriptions } = context;
  const outputs = createOutputs();
  const server = new LanguageServer(context, outputs);
  const sessions = new Sessions(server, subscriptions);
  const files = new PageFiles(extensionUri);
  const pages = new Pages({ files, server, sources: new FrameSources(server), sessions, outputs });
  const editors = new ProfileEditors(context, server, pages);
  const flameGraph = new FlameGraph(context, server, pages, editors);
  const hotLines = new HotLines(server, sessions, pages);
  const show = new ShowCommands(server, sessions, flameGraph, editors, () => hotLines.showHottest());
  new Heat(server, extension.packageJSON, subscriptions);
  showInStatusBar(sessions, subscriptions);
  new FollowCursor(server, sessions, pages, subscriptions);
  reviveActive(server, sessions, subscriptions);
  subscriptions.push(offerProfile(globalState));
  const commands = {
    openProfile: (file, files) => openProfiles(chosenFiles(file, files)),
    mergeProfiles: (file, files) => mergeFiles(server, chosenFiles(file, files)),
    compareProfiles: (file, files) => compareFiles(server, chosenFiles(file, files)),
    showFlameGraph: (args) => show.flameGraph(args),
    openInEditor: () => flameGraph.openTab(),
    showLineInFlameGraph: () => show.lineInFlameGraph(),
    showCallersAndCallees: () => show.callersAndCallees(),
    switchProfile: () => switchProfile(sessions),
    nextKind: () => showNextKind(sessions),
    toggleAnnotations: () => toggleAnnotations(globalState),
    nextHotLine: (args) => hotLines.go(1, walkOf(args)),
    previousHotLine: (args) => hotLines.go(-1, walkOf(args)),
    listHotLines: () => hotLines.list(),
    showOutput: () => outputs.runs.show(),
  } satisfies Partial<CommandHandlers>;
  return { outputs, server, sessions, flameGraph, show, commands };
}
