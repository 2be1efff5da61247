import { posix } from 'node:path';
import * as vscode from 'vscode';
import { sayInfo } from '../server/say.ts';
import { openProfiles } from './profileFiles.ts';

/** Names that nothing but profiles has. VS Code opens these files as text, or in an editor of its own. */
const profileName =
  /\.(?:cpuprofile|heapprofile|folded|collapsed|speedscope\.json|jfr)$|(?:cpu|mem|heap|block|mutex|trace)[^/]*\.out$|perf[^/]*\.data$/;

const offeredKey = 'openProfile.offered';

/** Says once, ever, that a file that is open elsewhere is a profile. The button in the title of such editors stays. */
export function offerProfile(memory: vscode.Memento): vscode.Disposable {
  /** The file of the message that stands on the screen. */
  let offered: vscode.Uri | null = null;
  return vscode.window.tabGroups.onDidChangeTabs(async ({ opened }) => {
    const isTaken = opened.some(
      ({ input }) => input instanceof vscode.TabInputCustom && input.uri.toString() === offered?.toString(),
    );
    // An extension cannot withdraw its message. This moves all to the list behind the bell.
    if (isTaken) void vscode.commands.executeCommand('notifications.hideToasts');
    const files = opened.flatMap(({ input }) => {
      const isOther = input instanceof vscode.TabInputCustom && !input.viewType.startsWith('pprofLens.');
      return isOther || input instanceof vscode.TabInputText ? input.uri : [];
    });
    const file = files.find(({ path }) => profileName.test(path));
    if (file === undefined || memory.get<unknown>(offeredKey) === true) return;
    offered = file;
    await memory.update(offeredKey, true);
    const text = vscode.l10n.t(
      '{0} is a profile. The folder icon in the editor’s title opens such files as profiles.',
      posix.basename(file.path),
    );
    await sayInfo(text, [vscode.l10n.t('Open Profile'), () => openProfiles([file])]);
    offered = null;
  });
}
