/**
 * VS Code for the Web, as vscode.dev is: a workbench with no machine behind it. A server of files is all that it has: the
 * editor's own, the extension's as it is installed, and the workspace's, which an extension reads into a file system.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, normalize } from 'node:path';
import { filesBelow } from './files.ts';
import { installEditor } from './install.ts';
import { installedExtensions, quietSettings } from './server.ts';
import { packagedExtension } from './vsix.ts';

/** The scheme of the workspace's files. */
const scheme = 'shelf';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
};

/** An extension with the file system of the workspace: all files come at once, and only settings are written, for as long as it runs. */
const shelf = {
  'package.json': JSON.stringify({
    name: 'shelf',
    publisher: 'test',
    version: '1.0.0',
    engines: { vscode: '^1.100.0' },
    browser: './shelf.js',
    activationEvents: [`onFileSystem:${scheme}`],
    contributes: { resourceLabelFormatters: [] },
  }),
  'shelf.js': `
    const vscode = require('vscode');
    exports.activate = async ({ extensionUri, subscriptions }) => {
      const address = extensionUri.with({ path: '/workspace.json' }).toString(true);
      const files = new Map(Object.entries(await (await fetch(address)).json()));
      const gone = (uri) => { throw vscode.FileSystemError.FileNotFound(uri); };
      const below = ({ path }) => [...files.keys()].filter((name) => name.startsWith(path.replace(/[/]?$/, '/')));
      const bytes = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
      const refuse = (uri) => { throw vscode.FileSystemError.NoPermissions(uri); };
      const changed = new vscode.EventEmitter();
      const writeFile = (uri, content) => {
        if (!uri.path.endsWith('/.vscode/settings.json')) refuse(uri);
        const type = files.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
        files.set(uri.path, btoa(String.fromCharCode(...content)));
        changed.fire([{ type, uri }]);
      };
      subscriptions.push(vscode.workspace.registerFileSystemProvider('${scheme}', {
        onDidChangeFile: changed.event,
        watch: () => ({ dispose() {} }),
        stat: (uri) => {
          const text = files.get(uri.path);
          if (text !== undefined) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes(text).length };
          return below(uri).length > 0 ? { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 } : gone(uri);
        },
        readDirectory: (uri) => {
          const names = below(uri).map((name) => name.slice(uri.path.replace(/[/]?$/, '/').length));
          if (names.length === 0) gone(uri);
          const entries = names.map((name) => [name.split('/')[0], name.includes('/') ? 2 : 1]);
          return [...new Map(entries)];
        },
        readFile: (uri) => (files.has(uri.path) ? bytes(files.get(uri.path)) : gone(uri)),
        writeFile, createDirectory: () => {}, delete: refuse, rename: refuse,
      }, { isCaseSensitive: true }));
    };`,
};

export interface WebServer {
  /** The address of the workbench. */
  readonly address: string;
  stop(): void;
}

/**
 * Serves a workbench for a folder of this machine.
 *
 * @param settings besides those that keep the workbench quiet
 */
export async function startWebServer(
  folder: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<WebServer> {
  const editor = await installEditor();
  const root = join(dirname(editor.main), '..');
  const installed = installedExtensions(editor, packagedExtension());
  const [own = ''] = readdirSync(installed).filter((name) => name.startsWith('pprof-lens.'));
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const answer = answerOf(path);

    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('Content-Type', types[extname(path)] ?? (path === '/' ? 'text/html' : 'text/plain'));
    response.statusCode = answer === null ? 404 : 200;
    response.end(answer ?? '');
  });
  const places: Readonly<Record<string, string>> = {
    vs: root,
    own: join(installed, own),
  };
  const answerOf = (path: string): Buffer | string | null => {
    const [, place = '', ...rest] = normalize(path).split('/');
    const name = rest.join('/');
    if (path === '/') return page(root, host(server), settings);
    if (path === '/workspace.json') return packed(folder);
    if (place === 'shelf') return Object.entries(shelf).find(([file]) => file === name)?.[1] ?? null;
    // The editor is one of a server, and lacks what its extensions have for browsers.
    if (/^extensions\/.*\/browser\//.test(name)) return '';
    const file = join(places[place] ?? '', name);
    if (places[place] === undefined || !existsSync(file) || !statSync(file).isFile()) return null;
    return name.endsWith('workbench/workbench.js')
      ? withoutRemote(readFileSync(file, 'utf8'))
      : readFileSync(file);
  };
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { address: `http://${host(server)}/`, stop: () => server.close() };
}

/** Not 127.0.0.1: webviews and the worker of extensions live on names below this one. */
function host(server: Server): string {
  return `localhost:${(server.address() as AddressInfo).port}`;
}

function page(root: string, authority: string, settings: Readonly<Record<string, unknown>>): string {
  const at = (path: string) => ({ scheme: 'http', authority, path });
  const configuration = {
    userDataPath: '/user',
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
    isEnabledCoderGettingStarted: false,
    folderUri: { scheme, authority: '', path: '/shop' },
    additionalBuiltinExtensions: [at('/shelf')],
    developmentOptions: { extensions: [at('/own')] },
    configurationDefaults: { ...quietSettings, ...settings },
    productConfiguration: {
      nameShort: 'Web',
      nameLong: 'Web',
      extensionsGallery: undefined,
      webEndpointUrlTemplate: `http://{{uuid}}.${authority}/vs`,
      webviewContentExternalBaseUrlTemplate: `http://{{uuid}}.${authority}/vs/out/vs/workbench/contrib/webview/browser/pre/`,
    },
  };
  const filled: Readonly<Record<string, string>> = {
    WORKBENCH_WEB_CONFIGURATION: JSON.stringify(configuration).replaceAll('"', '&quot;'),
    WORKBENCH_WEB_BASE_URL: '/vs',
    WORKBENCH_NLS_URL: '/vs/out/nls.messages.js',
    WORKBENCH_NLS_FALLBACK_URL: '/vs/out/nls.messages.js',
  };
  return readFileSync(join(root, 'out/vs/code/browser/workbench/workbench.html'), 'utf8').replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => filled[name] ?? '',
  );
}

/** The editor is that of a server. Its workbench is told that there is none. */
function withoutRemote(script: string): string {
  return script
    .replace('remoteAuthority:location.host}', '}')
    .replace(
      /(get userRoamingDataHome\(\)\{return \w+\(\w+\.file\(this\.userDataPath\)\.with\(\{scheme:)[\w.]+(?=\}\))/,
      '$1"vscode-userdata"',
    );
}

function packed(folder: string): string {
  const files = filesBelow(folder).map((file) => [
    `/shop/${file}`,
    readFileSync(join(folder, file)).toString('base64'),
  ]);
  return JSON.stringify(Object.fromEntries(files));
}
