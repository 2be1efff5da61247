import * as vscode from 'vscode';
import { property, text } from '../../base/outsideValues.ts';
import type { KeptRunSummary, SessionSummary } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { choose, chooseMany, sayInfo } from '../server/say.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isCpuProfile, resultText, runIdOf, timeText } from './profilesTree.ts';

/** What the compiler can learn from: a kept run's CPU profile, or one that is open from elsewhere, such as a store. */
interface CpuProfile {
  readonly path: string;
  /** The URI of a file in the package that it is of, which need not exist; of a store's or server's, the workspace folder's. */
  readonly near: vscode.Uri | undefined;
  /** `undefined` if it is of no benchmark. */
  readonly run?: KeptRunSummary;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/**
 * Saves CPU profiles as the `default.pgo` of a program, and offers to measure the effect.
 *
 * @param node the node of the Profiles view, if the command comes from its menu; from the palette, the user chooses
 * @param nodes the selected nodes, if there are several
 */
export async function savePgo(
  server: LanguageServer,
  sessions: Sessions,
  node: unknown,
  nodes: unknown,
): Promise<void> {
  const open = sessions.all.flatMap(openCpuProfile);
  const kept = server.history.value.runs.flatMap(cpuProfileOf);
  const selected = Array.isArray(nodes) ? nodes : [node];
  const meant = new Set(selected.map(runIdOf));
  const files = new Set(selected.map((each) => text(property(each, 'sessionId'))));
  const known = [
    ...open.flatMap(({ id, profile }) => (files.has(id) ? profile : [])),
    ...kept.filter(({ run }) => run !== undefined && meant.has(run.runId)),
  ];
  const chosen =
    known.length > 0 ? known : await pickProfiles([...kept, ...open.map(({ profile }) => profile)]);
  const [first] = chosen;
  if (first?.near === undefined) return;
  const folder = await pickFolder(server, first.near);
  if (folder === undefined) return;
  const profilePaths = chosen.map(({ path }) => path);
  const file = await server.execute('savePgo', { profilePaths, folder });
  if (file === null) return;
  const measured = chosen.flatMap(({ run }) => run ?? []);
  const measure = async () => {
    await measureWith(server, measured.length > 0 ? measured : await pickBenchmark(kept), file);
  };
  await sayInfo(
    vscode.l10n.t('{0} has been written. "go build" uses it to optimise the program in this folder.', file),
    ...(kept.length === 0 ? [] : [[vscode.l10n.t('Measure the Effect'), measure] as const]),
  );
}

function cpuProfileOf(run: KeptRunSummary): CpuProfile[] {
  const cpu = run.profiles.find(({ kind }) => kind === 'cpu');
  if (cpu === undefined) return [];
  const description = run.label ?? timeText(run.takenAt, new Date(), vscode.env.language);
  const detail = resultText(run);
  return [{ run, path: cpu.path, near: packageFile(run), label: run.benchmark, description, detail }];
}

function openCpuProfile(session: SessionSummary): { readonly id: string; readonly profile: CpuProfile }[] {
  const { id, title, profilePath, bytesPath = profilePath, origin } = session;
  if (!isCpuProfile(session) || origin.from === 'benchmark') return [];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const near = folder === undefined ? undefined : vscode.Uri.joinPath(folder, 'main.go');
  return [{ id, profile: { path: bytesPath, near, label: title, description: '', detail: '' } }];
}

async function pickProfiles(known: readonly CpuProfile[]): Promise<readonly CpuProfile[]> {
  if (known.length === 0) {
    void sayInfo(vscode.l10n.t('There is no CPU profile to learn from yet. Profile a benchmark first.'));
    return [];
  }
  const picked = await chooseMany(known, {
    title: vscode.l10n.t('Save as default.pgo'),
    placeHolder: vscode.l10n.t('CPU profiles that the compiler should learn from'),
  });
  return picked ?? [];
}

/** A profile of production is of no benchmark: the user says by which one the effect is measured. */
async function pickBenchmark(kept: readonly CpuProfile[]): Promise<readonly KeptRunSummary[]> {
  const picked = await choose(kept, {
    title: vscode.l10n.t('Measure the Effect'),
    placeHolder: vscode.l10n.t('By which benchmark?'),
  });
  return picked?.run === undefined ? [] : [picked.run];
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

async function measureWith(
  server: LanguageServer,
  runs: readonly KeptRunSummary[],
  pgo: string,
): Promise<void> {
  const measured = new Set<string>();
  for (const run of runs) {
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
