import * as vscode from 'vscode';
import type { KeptRunSummary } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { choose, chooseMany, sayInfo } from '../server/say.ts';
import { resultText, runIdOf, timeText } from './profilesTree.ts';

interface CpuProfile {
  readonly run: KeptRunSummary;
  readonly path: string;
}

/**
 * Saves CPU profiles of kept runs as the `default.pgo` of a program, and offers to measure the effect.
 *
 * @param node the node of the Profiles view, if the command comes from its menu; from the palette, the user chooses
 * @param nodes the selected nodes, if there are several
 */
export async function savePgo(server: LanguageServer, node: unknown, nodes: unknown): Promise<void> {
  const kept = server.history.value.runs.flatMap(cpuProfileOf);
  const meant = new Set((Array.isArray(nodes) ? nodes : [node]).map(runIdOf));
  const selected = kept.filter(({ run }) => meant.has(run.runId));
  const chosen = selected.length > 0 ? selected : await pickProfiles(kept);
  const [first] = chosen;
  if (first === undefined) return;
  const folder = await pickFolder(server, packageFile(first.run));
  if (folder === undefined) return;
  const profilePaths = chosen.map(({ path }) => path);
  const file = await server.execute('savePgo', { profilePaths, folder });
  if (file === null) return;
  await sayInfo(
    vscode.l10n.t('{0} has been written. "go build" uses it to optimise the program in this folder.', file),
    [vscode.l10n.t('Measure the Effect'), () => measure(server, chosen, file)],
  );
}

function cpuProfileOf(run: KeptRunSummary): CpuProfile[] {
  const cpu = run.profiles.find(({ kind }) => kind === 'cpu');
  return cpu === undefined ? [] : [{ run, path: cpu.path }];
}

async function pickProfiles(kept: readonly CpuProfile[]): Promise<readonly CpuProfile[]> {
  if (kept.length === 0) {
    void sayInfo(vscode.l10n.t('There is no CPU profile to learn from yet. Profile a benchmark first.'));
    return [];
  }
  const items = kept.map((profile) => ({
    label: profile.run.benchmark,
    description: profile.run.label ?? timeText(profile.run.takenAt, new Date(), vscode.env.language),
    detail: resultText(profile.run),
    profile,
  }));
  const picked = await chooseMany(items, {
    title: vscode.l10n.t('Save as default.pgo'),
    placeHolder: vscode.l10n.t('CPU profiles that the compiler should learn from'),
  });
  return (picked ?? []).map(({ profile }) => profile);
}

/** The folder of a `package main` of the module, or another one that the user chooses. */
async function pickFolder(server: LanguageServer, uri: vscode.Uri): Promise<string | undefined> {
  const folders = await server.execute('mainPackages', { uri: uri.toString() });
  const other = vscode.l10n.t('Another folder…');
  const items = [
    ...folders.map((folder) => ({ label: vscode.workspace.asRelativePath(folder), detail: folder, folder })),
    { label: other, detail: '', folder: undefined },
  ];
  const picked =
    folders.length === 0
      ? items.at(-1)
      : await choose(items, {
          title: vscode.l10n.t('Save as default.pgo'),
          placeHolder: vscode.l10n.t('For which program? "go build" will use the profile to optimise it'),
        });
  if (picked === undefined || picked.folder !== undefined) return picked?.folder;
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Folder for default.pgo'),
      openLabel: vscode.l10n.t('Save Here'),
      defaultUri: vscode.Uri.joinPath(uri, '..'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  return folder?.fsPath;
}

async function measure(server: LanguageServer, chosen: readonly CpuProfile[], pgo: string): Promise<void> {
  const measured = new Set<string>();
  for (const { run } of chosen) {
    const request = { uri: packageFile(run).toString(), benchmark: run.benchmark, pgo };
    const key = `${request.uri} ${run.benchmark}`;
    if (measured.has(key)) continue;
    measured.add(key);
    const outcome = await server.execute('run', request);
    if (outcome.status !== 'done') return;
  }
}

/** The URI of a file in the run's package. The file need not exist: it stands for its folder. */
function packageFile({ directory }: KeptRunSummary): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.file(directory), 'default_test.go');
}
