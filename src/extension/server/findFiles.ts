import * as vscode from 'vscode';
import type { FindFilesParams } from '../../protocol.ts';
import { placeOf, uriOf } from './places.ts';

/** A pattern of so many names is looked for at once. */
const mostTogether = 100;
const mostFound = 2000;

/** Finds files of the workspace, or of a folder, by their names. */
export async function findFiles(
  { names, folder }: FindFilesParams,
  token: vscode.CancellationToken,
): Promise<readonly string[]> {
  const wanted = new Set(names);
  const found: string[] = [];
  for (let from = 0; from < names.length; from += mostTogether) {
    const some = names.slice(from, from + mostTogether).map(plainGlob);
    const glob = some.length === 1 ? `**/${some[0]}` : `**/{${some.join(',')}}`;
    const where = folder === undefined ? glob : new vscode.RelativePattern(uriOf(folder), glob);
    for (const uri of await vscode.workspace.findFiles(where, undefined, mostFound, token))
      if (wanted.has(uri.path.slice(uri.path.lastIndexOf('/') + 1))) found.push(placeOf(uri));
  }
  return found;
}

/** What would mean something in a pattern stands for any character. The names are compared afterwards. */
function plainGlob(name: string): string {
  return name.replace(/[*?[\]{}!,/\\]/g, '?');
}
