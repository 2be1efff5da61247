/** As `places.ts`, where there is no disk: files are called by `webPlace`, and the server asks for them. */
import * as vscode from 'vscode';
import { webAddress, webPlace } from '../../base/webPlace.ts';
import type { WebFilesAnswer, WebFilesParams } from '../../protocol.ts';

export const runsPrograms = false;

export function isInReach(): boolean {
  return true;
}

export function placeOf(uri: vscode.Uri): string {
  return webPlace(uri);
}

export function uriOf(place: string): vscode.Uri {
  const address = webAddress(place);
  return address === null ? vscode.Uri.file(place) : vscode.Uri.from(address);
}

/** What the server has made: profiles of other formats as pprof files. */
const kept = new Map<string, Uint8Array>();
/** As many as pages may still show. */
const mostKept = 16;

export async function readPlace(place: string): Promise<Uint8Array> {
  return kept.get(place) ?? vscode.workspace.fs.readFile(uriOf(place));
}

/** Those of the workspace. */
export function sourceSchemes(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return [...new Set(['file', ...folders.map(({ uri }) => uri.scheme)])];
}

/** Does what the server asks for. What the file system refuses is a problem in its own words. */
export async function answerFiles(params: WebFilesParams, storage: vscode.Memento): Promise<WebFilesAnswer> {
  try {
    if ('keep' in params) return keep(params.keep, params.bytes);
    if ('recall' in params) {
      const text = storage.get<string>(storageKey(params.recall));
      return text === undefined ? null : { text };
    }
    if ('remember' in params) {
      await storage.update(storageKey(params.remember), params.text);
      return null;
    }
    return 'read' in params ? await read(params.read) : await list(params.list);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function storageKey(name: string): string {
  return `pprofLens.kept.${name}`;
}

function keep(place: string, bytes: Uint8Array): null {
  kept.set(place, bytes);
  for (const old of [...kept.keys()].slice(0, -mostKept)) kept.delete(old);
  return null;
}

async function read(place: string): Promise<WebFilesAnswer> {
  const uri = uriOf(place);
  const [bytes, { mtime }] = await Promise.all([
    vscode.workspace.fs.readFile(uri),
    vscode.workspace.fs.stat(uri),
  ]);
  return { bytes, modifiedAt: mtime };
}

async function list(place: string): Promise<WebFilesAnswer> {
  const entries = await vscode.workspace.fs.readDirectory(uriOf(place));
  const named = (wanted: vscode.FileType) => entries.flatMap(([name, type]) => (type & wanted ? name : []));
  return { files: named(vscode.FileType.File), folders: named(vscode.FileType.Directory) };
}
