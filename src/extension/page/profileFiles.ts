/** What is done with profile files in the Explorer, by dropping them and from the palette. It is loaded at first use. */
import * as vscode from 'vscode';
import type { OpenRequest } from '../../protocol.ts';
import { commandId } from '../server/commandNames.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { isInReach, placeOf, uriOf } from '../server/places.ts';
import { choose, sayInfo } from '../server/say.ts';

/** The files of the first of the two editors, as package.json has them. VS Code names an editor by the files it is for. */
const isProfileName = /\.(?:pprof|(?:pb|pprof)\.(?:gz|zst))$/;

/**
 * Opens profile files, each in an editor of its own. If a file is no profile, its editor says what is wrong with it.
 *
 * @param given if there are none, the user is asked
 */
export async function openProfiles(given: readonly vscode.Uri[]): Promise<void> {
  const files = given.length > 0 ? given : await askProfile();
  for (const file of files ?? []) {
    const viewType = isProfileName.test(file.path) ? 'pprofLens.profile' : 'pprofLens.profileByContent';
    await vscode.commands.executeCommand('vscode.openWith', file, viewType);
  }
}

async function askProfile(): Promise<readonly vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open Profile'),
    openLabel: vscode.l10n.t('Open Profile'),
    // There is no file extension that all profiles have, so all files come first.
    filters: {
      [vscode.l10n.t('All files')]: ['*'],
      [vscode.l10n.t('Profiles')]: [
        ...[
          'pprof',
          'pb.gz',
          'pb.zst',
          'prof',
          'out',
          'gz',
          'zst',
          'folded',
          'collapsed',
          'cpuprofile',
          'heapprofile',
        ],
        ...['speedscope.json', 'data', 'perf', 'trace', 'txt'],
      ],
    },
  });
}

/**
 * The files that a command of the Explorer's menu is about.
 *
 * @param clicked the one under the pointer @param selected all that are selected, if it is one of them
 */
export function chosenFiles(clicked: unknown, selected: unknown): vscode.Uri[] {
  const list = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  return list.filter((each) => each instanceof vscode.Uri);
}

/** Shows one profile of several files. From the palette, the user chooses them. */
export async function mergeFiles(server: LanguageServer, given: readonly vscode.Uri[]): Promise<void> {
  const files = given.length > 0 ? given : await askFiles(vscode.l10n.t('Merge Profiles'));
  if (files === undefined) return;
  const [first, ...others] = onDisk(files);
  if (first === undefined || others.length === 0) {
    void sayInfo(vscode.l10n.t('Choose two or more profile files to merge.'));
    return;
  }
  await open(server, { path: first, merged: others });
}

/** Shows one file against another. The user says which one is the base. */
export async function compareFiles(server: LanguageServer, given: readonly vscode.Uri[]): Promise<void> {
  const files = given.length > 0 ? given : await askFiles(vscode.l10n.t('Compare Profiles'));
  if (files === undefined) return;
  const paths = onDisk(files);
  const [first, second] = paths;
  if (first === undefined || second === undefined || paths.length > 2) {
    void sayInfo(vscode.l10n.t('Choose two profile files to compare.'));
    return;
  }
  const base = await askBase(await oldestFirst([first, second]));
  if (base !== undefined) await open(server, { path: base === first ? second : first, basePath: base });
}

/** Opens what was dropped, each file in its own editor. `text` is a list of URIs, one a line. */
export async function openDropped(text: string): Promise<void> {
  const uris = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  if (uris.length > 0) await openProfiles(uris.map((uri) => vscode.Uri.parse(uri, true)));
}

async function open(server: LanguageServer, request: OpenRequest): Promise<void> {
  const outcome = await server.execute('openProfile', request);
  if (outcome.status !== 'opened') return;
  await vscode.commands.executeCommand(commandId('showFlameGraph'), { sessionId: outcome.sessionId });
}

/** The server reads files of its own machine. */
function onDisk(files: readonly vscode.Uri[]): string[] {
  return [...new Set(files.filter(isInReach).map(placeOf))];
}

async function askFiles(title: string): Promise<readonly vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({ title, openLabel: title, canSelectMany: true });
}

/** What came before is the base, nearly always. */
async function oldestFirst(paths: readonly string[]): Promise<string[]> {
  const times = new Map<string, number>();
  for (const path of paths) {
    const time = await vscode.workspace.fs.stat(uriOf(path)).then(
      ({ mtime }) => mtime,
      () => 0,
    );
    times.set(path, time);
  }
  return [...paths].sort((a, b) => times.get(a)! - times.get(b)!);
}

async function askBase(paths: readonly string[]): Promise<string | undefined> {
  const [before = '', after = ''] = paths;
  const item = (base: string, other: string) => ({
    label: vscode.workspace.asRelativePath(uriOf(base)),
    description: vscode.l10n.t(
      'is the base; {0} is compared with it',
      vscode.workspace.asRelativePath(uriOf(other)),
    ),
    base,
  });
  const chosen = await choose([item(before, after), item(after, before)], {
    title: vscode.l10n.t('Compare Profiles'),
    placeHolder: vscode.l10n.t('Which profile is the base: the one from before?'),
  });
  return chosen?.base;
}
