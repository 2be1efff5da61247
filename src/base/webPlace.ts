/** How files are called where there is no disk, in VS Code for the Web: by a path that holds all of their address. */

export interface FileAddress {
  readonly scheme: string;
  readonly authority: string;
  /** Decoded. */
  readonly path: string;
}

/** `vscode-vfs://github/me/shop/a.go` is at `/vscode-vfs:github/me/shop/a.go`: what works on paths works on it. */
export function webPlace({ scheme, authority, path }: FileAddress): string {
  return `/${scheme}:${encodeURIComponent(authority)}${path}`;
}

/** The address of a place; `null` for other paths. */
export function webAddress(place: string): FileAddress | null {
  const [, scheme, authority, path] = /^\/([A-Za-z][\w+.-]*):([^/]*)(\/.*)$/s.exec(place) ?? [];
  if (scheme === undefined || authority === undefined || path === undefined) return null;
  try {
    return { scheme, authority: decodeURIComponent(authority), path };
  } catch {
    return null;
  }
}
