/** Files of profiles that are not found here: the user says which one is which, and `pathMappings` remembers it. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Connection } from 'vscode-languageserver';
import { baseOf, byNearness, nearestAmong, type PathPair, pathPair } from '../../go/sources/pathPair.ts';
import { locateFile, mappedPrefix, type SourceRoots } from '../../go/sources/sourcePaths.ts';
import type { MapPathArgs, PickItem } from '../../protocol.ts';
import type { Ask } from '../client/ask.ts';
import { filePath, fileUri } from '../client/lspTerms.ts';
import type { Messages } from '../client/messages.ts';
import type { Settings } from '../client/settings.ts';
import type { WorkspaceFiles } from '../client/workspaceFiles.ts';
import type { Session } from './session.ts';
import type { SessionStore } from './sessions.ts';
import { ownSources } from './unplacedFiles.ts';

interface MappingContext {
  readonly connection: Connection;
  readonly sessions: SessionStore;
  readonly settings: Pick<Settings, 'general' | 'forget' | 'folders'>;
  readonly messages: Pick<Messages, 'tell' | 'offer'>;
  readonly ask: Pick<Ask, 'choose' | 'files' | 'possible'>;
  readonly workspaceFiles: WorkspaceFiles;
  /** The setting counts: the workspace is trusted. */
  readonly isTrusted: () => boolean;
  /** Looks for the sources of a session again, where the user's mappings say. */
  readonly locateAgain: (session: Session, mappings: SourceRoots['pathMappings']) => Promise<void> | void;
  /** Called when all sessions have been located again. */
  readonly moved: () => void;
}

/** So many files are listed. */
const mostListed = 50;
/** A link with a longer name would be as long. */
const longestName = 1000;

export class PathMapping {
  /** The mappings that sessions have. */
  #applied: string | null = null;
  #followed: Promise<void> = Promise.resolve();
  /** The profiles of which the user has been told that files are missing. */
  readonly #told = new Set<string>();

  constructor(private readonly context: MappingContext) {}

  get isPossible(): boolean {
    const { ask, workspaceFiles, isTrusted } = this.context;
    return ask.possible && workspaceFiles.possible && isTrusted();
  }

  /** Whether the user can be asked about this file. */
  canMap(name: string): boolean {
    return this.isPossible && name !== '' && name.length <= longestName;
  }

  /** Asks the user where a file of a profile is. Answers whether it is found now. */
  async map({ sessionId, file, uri }: MapPathArgs): Promise<boolean> {
    const session = this.context.sessions.get(sessionId);
    if (session === undefined || !this.isPossible) return false;
    const document = uri === undefined ? null : filePath(uri);
    const name = file ?? (await this.#chooseName(session, document));
    if (name === null || !this.canMap(name)) return false;
    const local = await this.#chooseFile(name, document);
    if (local === null) return false;
    const { lens } = await this.context.settings.general();
    const [folder = null] = await this.context.settings.folders();
    const pair = pathPair(name, local, { folder, mapped: mappedPrefix(name, lens.pathMappings) });
    if (!(await this.context.workspaceFiles.map(pair))) return false;
    this.context.settings.forget();
    await this.refresh();
    if (locateFile(name, session.roots) !== null) return this.#shown(local, file, uri);
    this.context.messages.tell(
      l10n.t('{0} is mapped to {1}, which cannot be read as its source.', name, local),
      'warning',
    );
    return false;
  }

  /** A file that nobody has pointed at is opened, so that its costs are seen. */
  async #shown(local: string, file: string | undefined, uri: string | undefined): Promise<true> {
    if (file === undefined && uri === undefined)
      await this.context.connection.window.showDocument({ uri: fileUri(local), takeFocus: true });
    return true;
  }

  /** The settings may have changed: what is open follows its mappings. Who asks while others are followed waits for those as well. */
  refresh(): Promise<void> {
    const follow = () => this.#follow();
    this.#followed = this.#followed.then(follow, follow);
    return this.#followed;
  }

  async #follow(): Promise<void> {
    const { settings, sessions, locateAgain, moved } = this.context;
    const { pathMappings } = (await settings.general()).lens;
    const now = JSON.stringify(pathMappings);
    if (now === this.#applied) return;
    const isFirst = this.#applied === null;
    this.#applied = now;
    if (isFirst && sessions.all.length === 0) return;
    await Promise.all(sessions.all.map((session) => locateAgain(session, pathMappings)));
    sessions.sourcesMoved();
    moved();
  }

  /**
   * Of a profile whose files mostly are not found, says how many, where the workspace has files that can be some of them. A file that
   * fits several names, or a name that fits several files, is not missing: whoever opens one of these files is told so.
   */
  async tellMissing({ id, title, profilePath, profile, roots }: Session): Promise<void> {
    if (!this.isPossible || this.#told.has(profilePath)) return;
    const sources = ownSources(profile, roots);
    const lost = [...sources].flatMap(([name, file]) => (file === null ? [name] : []));
    if (lost.length === 0 || 2 * lost.length < sources.size) return;
    const files = await this.context.workspaceFiles.named(lost.map(baseOf));
    const taken = new Set(sources.values());
    const nearestTo = nearestAmong(files.filter((file) => !taken.has(file)));
    const missing = lost.filter((name) => nearestTo(name).length === 0);
    const here = new Set(files.map(baseOf));
    if (2 * missing.length < sources.size || !missing.some((name) => here.has(baseOf(name)))) return;
    this.#told.add(profilePath);
    this.context.messages.offer(
      l10n.t(
        '{0}: {1} of {2} files of this profile were not found here, so their lines show no costs.',
        title,
        missing.length,
        sources.size,
      ),
      [{ title: mapTitle(), run: () => this.map({ sessionId: id }) }],
    );
  }

  /** Of the files that the document can be, or of all, the one that costs most. Asks only about those of a document. */
  async #chooseName(session: Session, document: string | null): Promise<string | null> {
    const { lines, defaultSampleType, roots, profile } = session;
    const costOf = (name: string) => {
      const costs = lines.lines(lines.fileIndex(name), defaultSampleType);
      return costs.reduce((most, { cum }) => Math.max(most, Math.abs(Number(cum))), 0);
    };
    const match = document === null ? null : session.match(document);
    const names =
      document === null
        ? [...ownSources(profile, roots)].flatMap(([name, file]) => (file === null ? [name] : []))
        : match?.kind === 'ambiguous'
          ? match.names
          : session.unplacedLike(document);
    const sorted = names.map((name) => ({ name, cost: costOf(name) })).sort((a, b) => b.cost - a.cost);
    const [first] = sorted;
    if (first === undefined) return null;
    if (document === null || sorted.length === 1) return first.name;
    return this.context.ask.choose({
      title: l10n.t('Map This Path'),
      placeholder: l10n.t('Which file of the profile is {0}?', baseOf(document)),
      items: sorted.slice(0, mostListed).map(({ name }) => ({ id: name, label: name, icon: 'file-code' })),
    });
  }

  /** The file here that a name means; `null` if the user gives up. */
  async #chooseFile(name: string, document: string | null): Promise<string | null> {
    const { ask, workspaceFiles, messages } = this.context;
    const found = await workspaceFiles.named([baseOf(name)]);
    let files = candidates(name, document === null ? found : [document, ...found]);
    for (;;) {
      const chosen = await ask.choose({
        title: l10n.t('Map This Path'),
        placeholder: l10n.t('Which file is {0}? Others beside it are found with it.', name),
        items: [...(await this.#items(name, files)), ...others()],
      });
      if (chosen === null) return null;
      if (chosen === chooseFile) return (await this.#askFor(name, false)) ?? null;
      if (chosen !== chooseFolder) return chosen;
      const folder = await this.#askFor(name, true);
      if (folder === undefined) return null;
      files = candidates(name, await workspaceFiles.named([baseOf(name)], folder));
      const [only, ...rivals] = files;
      if (only !== undefined && rivals.length === 0) return only;
      if (only === undefined) {
        messages.tell(l10n.t('There is no {0} in {1}.', baseOf(name), folder), 'warning');
        return null;
      }
    }
  }

  async #askFor(name: string, folder: boolean): Promise<string | undefined> {
    const [chosen] = await this.context.ask.files({
      title: folder ? l10n.t('The folder with {0}', baseOf(name)) : l10n.t('The file {0}', name),
      button: l10n.t('Map'),
      folder,
    });
    return chosen;
  }

  /** Each with what would be remembered. */
  async #items(name: string, files: readonly string[]): Promise<PickItem[]> {
    const folders = await this.context.settings.folders();
    const [folder = null] = folders;
    const mapped = mappedPrefix(name, (await this.context.settings.general()).lens.pathMappings);
    return files.map((file) => {
      const around = folders.find((each) => !path.relative(each, file).startsWith('..'));
      return {
        id: file,
        label: around === undefined ? file : path.relative(around, file),
        detail: pairText(pathPair(name, file, { folder, mapped })),
        icon: 'file-code',
        ...(around === undefined || folders.length < 2 ? {} : { description: path.basename(around) }),
      };
    });
  }
}

/** Those that fit best first, each once. */
function candidates(name: string, files: readonly string[]): string[] {
  const sorted = byNearness(name, files).map(({ file }) => file);
  return [...new Set(sorted)].slice(0, mostListed);
}

function pairText({ from, to }: PathPair): string {
  return `${from} → ${to}`;
}

const chooseFile = 'chooseFile';
const chooseFolder = 'chooseFolder';

function others(): PickItem[] {
  return [
    { id: chooseFile, label: l10n.t('Choose a File…'), icon: 'go-to-file' },
    { id: chooseFolder, label: l10n.t('Choose a Folder…'), icon: 'folder-opened' },
  ];
}

export function mapTitle(): string {
  return l10n.t('Map This Path…');
}
