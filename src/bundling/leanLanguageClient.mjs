import { readFileSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';

/**
 * Features of the Language Server Protocol that our server does not use, and the classes of their items, as files in
 * lib/common of vscode-languageclient. They would be a third of the client's bundle. When the server begins to use one,
 * remove it from the list: until then, the client does not announce the feature to the server.
 */
const unusedFeatures = new Set([
  'callHierarchy',
  'colorProvider',
  'completion',
  'declaration',
  'definition',
  'diagnostic',
  'documentHighlight',
  'documentLink',
  'documentSymbol',
  'fileOperations',
  'fileSystemWatcher',
  'foldingRange',
  'formatting',
  'implementation',
  'inlineCompletion',
  'inlineValue',
  'linkedEditingRange',
  'notebook',
  'protocolCallHierarchyItem',
  'protocolCompletionItem',
  'protocolDocumentLink',
  'protocolTypeHierarchyItem',
  'protocolWorkspaceSymbol',
  'reference',
  'rename',
  'selectionRange',
  'semanticTokens',
  'signatureHelp',
  'textDocumentContent',
  'typeDefinition',
  'typeHierarchy',
  'workspaceSymbol',
]);

/** A `StaticFeature` (see its features.d.ts) that does nothing. The module exports it under every name. */
const absentFeature = `
class AbsentFeature {
  fillClientCapabilities() {}
  initialize() {}
  getState() { return { kind: 'static' }; }
  clear() {}
}
module.exports = new Proxy({}, { get: () => AbsentFeature });
`;

/**
 * Messages of unused features, as files in lib/common of vscode-languageserver-protocol, without their `protocol.`.
 * Only the files of unused features use them.
 */
const unusedMessages = new Set([
  'callHierarchy',
  'colorProvider',
  'declaration',
  'diagnostic',
  'fileOperations',
  'foldingRange',
  'implementation',
  'inlineCompletion',
  'inlineValue',
  'linkedEditingRange',
  'moniker',
  'notebook',
  'selectionRange',
  'textDocumentContent',
  'typeDefinition',
  'typeHierarchy',
]);

/** Helpers for data of unused features, as exports of vscode-languageserver-types. */
const unusedTypes = new Set([
  'CompletionItem',
  'FormattingOptions',
  'InlineCompletionContext',
  'LanguageKind',
  'SelectedCompletionInfo',
  'SemanticTokenModifiers',
  'SemanticTokenTypes',
  'TextDocument',
  'TextDocumentIdentifier',
  'TextDocumentItem',
  'VersionedTextDocumentIdentifier',
  'WorkspaceSymbol',
]);

/** An exported helper of vscode-languageserver-types: `export var X; (function (X) { ... })(X || (X = {}));` */
const typeHelper = /^export var (\w+);\n\(function \(\1\) \{[\s\S]*?^\}\)\(\1 \|\| \(\1 = \{\}\)\);/gm;

/** Of the messages about notebooks, the client uses only this one's name. */
const notebookMessages = `exports.NotebookDocumentSyncRegistrationType = { method: 'notebookDocument/sync' };`;

/**
 * The client uses semver only to check that VS Code is new enough. VS Code does not install an extension whose
 * manifest requires a newer version. So the check always succeeds, as long as the client requires no newer version
 * than the manifest.
 */
const semverStandIns = {
  parse: 'module.exports = (version) => ({ version });',
  satisfies: 'module.exports = () => true;',
};

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** `[1, 91]` of `^1.91.0`. */
const majorAndMinor = (range) =>
  /^\^(\d+)\.(\d+)\./
    .exec(range ?? '')
    ?.slice(1)
    .map(Number);

/** A sentence if the client requires a newer VS Code than the manifest; `undefined` if it does not. */
function versionProblem(mainFile) {
  const demand = /REQUIRED_VSCODE_VERSION = '([^']+)'/.exec(mainFile)?.[1];
  const [major, minor] = majorAndMinor(demand) ?? [];
  const [ourMajor, ourMinor] = majorAndMinor(engines.vscode) ?? [];
  if (major !== undefined && major === ourMajor && minor <= ourMinor) return undefined;
  return `vscode-languageclient wants VS Code ${demand}, the manifest's engines.vscode is ${engines.vscode}`;
}

const clientFile = /vscode-languageclient[\\/]lib[\\/](?:common|node)[\\/](?:utils[\\/])?\w+\.js$/;
const messagesFile = /vscode-languageserver-protocol[\\/]lib[\\/]common[\\/]protocol\.\w+\.js$/;
const typesFile = /vscode-languageserver-types[\\/]lib[\\/]esm[\\/]main\.js$/;
const semverFile = /semver[\\/]functions[\\/](?:parse|satisfies)\.js$/;

/**
 * Leaves unused features out of a bundle with vscode-languageclient. The build fails when a new version of the client
 * has other files, or uses something that is left out.
 *
 * @returns {import('esbuild').Plugin}
 */
export function leanLanguageClient() {
  return {
    name: 'lean-language-client',
    setup(build) {
      const left = new Set();
      /** The names that files of messages would export. */
      const absentNames = new Set();
      /** Texts of the files that stay. */
      const kept = new Map();
      build.onStart(() => {
        left.clear();
        kept.clear();
        absentNames.clear();
      });
      build.onLoad({ filter: clientFile }, ({ path }) => {
        const feature = basename(path, '.js');
        if (dirname(path).endsWith(`${sep}common`) && unusedFeatures.has(feature)) {
          left.add(feature);
          return { contents: absentFeature, loader: 'js' };
        }
        const text = readFileSync(path, 'utf8');
        kept.set(path, text);
        if (!path.endsWith(`node${sep}main.js`)) return undefined;
        const problem = versionProblem(text);
        return problem === undefined ? undefined : { errors: [{ text: problem }] };
      });
      build.onLoad({ filter: messagesFile }, ({ path }) => {
        const messages = basename(path, '.js').slice('protocol.'.length);
        if (!unusedMessages.has(messages)) {
          kept.set(path, readFileSync(path, 'utf8'));
          return undefined;
        }
        left.add(`protocol.${messages}`);
        for (const [, name] of readFileSync(path, 'utf8').matchAll(/exports\.(\w+) =/g))
          absentNames.add(name);
        if (messages !== 'notebook') return { contents: 'module.exports = {};', loader: 'js' };
        absentNames.delete('NotebookDocumentSyncRegistrationType');
        return { contents: notebookMessages, loader: 'js' };
      });
      build.onLoad({ filter: typesFile }, ({ path }) => {
        const text = readFileSync(path, 'utf8').replaceAll(typeHelper, (helper, name) => {
          if (!unusedTypes.has(name)) return helper;
          left.add(`type ${name}`);
          return `export var ${name};`;
        });
        kept.set(path, text);
        return { contents: text, loader: 'js' };
      });
      build.onLoad({ filter: semverFile }, ({ path }) => {
        const name = basename(path, '.js');
        left.add(`semver ${name}`);
        return { contents: semverStandIns[name], loader: 'js' };
      });
      build.onEnd(() => {
        const wanted = [
          ...unusedFeatures,
          ...[...unusedMessages].map((name) => `protocol.${name}`),
          ...[...unusedTypes].map((name) => `type ${name}`),
          ...Object.keys(semverStandIns).map((name) => `semver ${name}`),
        ];
        const errors = wanted
          .filter((name) => !left.has(name))
          .map((name) => ({ text: `vscode-languageclient has no ${name} any more` }));
        for (const [path, text] of kept) {
          // As a property of a module, or by itself in the file of the types.
          for (const [, from, name] of text.matchAll(
            /(?<![\w.])(?:(\w+_1|ls|proto)\.)?([A-Z]\w+)\b(?=\.)/g,
          )) {
            const isOfTextDocument = from === 'vscode_languageserver_textdocument_1';
            const isAbsent = absentNames.has(name) || (unusedTypes.has(name) && !isOfTextDocument);
            const isUsed = isAbsent && (from !== undefined || typesFile.test(path));
            if (isUsed) errors.push({ text: `${path} uses ${name}, which is left out` });
          }
          for (const [, name] of text.matchAll(/protocol_1\.(\w+)/g)) {
            if (absentNames.has(name)) errors.push({ text: `${path} uses ${name}, which is left out` });
          }
        }
        return errors.length === 0 ? undefined : { errors };
      });
    },
  };
}
