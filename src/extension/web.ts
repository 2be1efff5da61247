/**
 * The extension in VS Code for the Web, where there is no Go and nothing can be run: it shows profiles, their costs beside
 * the lines, and comparisons of files. The same parts as in `main.ts`, without those that run something.
 */
import * as vscode from 'vscode';
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
import { type CommandName, commandNames } from './server/commandNames.ts';
import { registerCommands } from './server/commandTable.ts';
import { LanguageServer } from './server/languageServer.ts';
import { createOutputs } from './server/outputs.ts';
import { sayInfo } from './server/say.ts';
import { Sessions } from './sessions/sessions.ts';
import { showInStatusBar } from './sessions/statusBar.ts';
import { showNextKind, switchProfile } from './sessions/switchProfile.ts';

let running: LanguageServer | null = null;

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
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
  registerCommands(outputs, subscriptions, {
    ...notHere,
    openProfile: (file, others) => openProfiles(chosenFiles(file, others)),
    mergeProfiles: (file, others) => mergeFiles(server, chosenFiles(file, others)),
    compareProfiles: (file, others) => compareFiles(server, chosenFiles(file, others)),
    showFlameGraph: (args) => show.flameGraph(args),
    openInEditor: () => flameGraph.openTab(),
    showLineInFlameGraph: () => show.lineInFlameGraph(),
    showCallersAndCallees: () => show.callersAndCallees(),
    switchProfile: () => switchProfile(sessions),
    nextKind: () => showNextKind(sessions),
    toggleAnnotations: () => toggleAnnotations(globalState),
    nextHotLine: () => hotLines.go(1),
    previousHotLine: () => hotLines.go(-1),
    listHotLines: () => hotLines.list(),
    showOutput: () => outputs.runs.show(),
    profileStore: () =>
      sayInfo(
        vscode.l10n.t(
          'Stores are not asked from a browser: they answer pages of other addresses only where their owners permit it. Take the profile with `pprof-lens fetch` in a terminal, and open the file.',
        ),
      ),
  });
  subscriptions.push(outputs.runs, outputs.log);
  running = server;
  server.start().catch((error: unknown) => outputs.log.error(`The server did not start: ${String(error)}`));
}

/** Menus do not offer these here. Keys and links can ask for them all the same. */
const notHere = Object.fromEntries(
  commandNames.map((name) => [
    name,
    () =>
      sayInfo(
        vscode.l10n.t(
          'This needs programs such as Go, and VS Code for the Web runs none. Open the folder in VS Code on your computer.',
        ),
      ),
  ]),
) as Record<CommandName, () => Promise<void>>;

/** Called by VS Code before it ends. */
export async function deactivate(): Promise<void> {
  await running?.stop();
  running = null;
}
