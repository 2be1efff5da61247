/** As `fileUris.ts`, where there is no disk: files of every file system have a path, `webPlace`. */
import { URI } from 'vscode-uri';
import { webAddress, webPlace } from '../../base/webPlace.ts';

export function filePath(uri: string): string | null {
  try {
    return webPlace(URI.parse(uri, true));
  } catch {
    return null;
  }
}

export function fileUri(path: string): string {
  return URI.from(webAddress(path) ?? { scheme: 'file', path }).toString();
}
