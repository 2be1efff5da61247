/** How client and server call files: on a disk, by their paths. In the web, where there is no disk, see `places.web.ts`. */
import * as vscode from 'vscode';

/** Programs can be run here, Go among them. */
export const runsPrograms = true;

/** The server can read the file itself. */
export function isInReach({ scheme }: vscode.Uri): boolean {
  return scheme === 'file';
}

export function placeOf({ fsPath }: vscode.Uri): string {
  return fsPath;
}

export function uriOf(place: string): vscode.Uri {
  return vscode.Uri.file(place);
}

/** Rejects if the file cannot be read. */
export async function readPlace(place: string): Promise<Uint8Array> {
  return vscode.workspace.fs.readFile(uriOf(place));
}

/** The schemes of documents that lines can have costs in. */
export function sourceSchemes(): string[] {
  return ['file'];
}
