import { basename, dirname, sep } from 'node:path';

/**
 * Features of the Language Server Protocol that our server has no use for, as files of
 * vscode-languageclient's lib/common. They are a third of the client's bundle. When the server learns one of
 * them, take it off the list: until then the client does not tell the server that it has it.
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
  'foldingRange',
  'formatting',
  'implementation',
  'inlineCompletion',
  'inlineValue',
  'linkedEditingRange',
  'notebook',
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

/** A `StaticFeature` (features.d.ts there) that does nothing, under whatever name it is asked for. */
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
 * Leaves the unused features out of a bundle that contains vscode-languageclient. Fails the build when one of
 * them was not found: a new version of the client has moved it.
 *
 * @returns {import('esbuild').Plugin}
 */
export function leanLanguageClient() {
  return {
    name: 'lean-language-client',
    setup(build) {
      const left = new Set();
      build.onStart(() => left.clear());
      build.onLoad({ filter: /vscode-languageclient[\\/]lib[\\/]common[\\/]\w+\.js$/ }, ({ path }) => {
        const feature = basename(path, '.js');
        if (!dirname(path).endsWith(`${sep}common`) || !unusedFeatures.has(feature)) return undefined;
        left.add(feature);
        return { contents: absentFeature, loader: 'js' };
      });
      build.onEnd(() => {
        const missing = [...unusedFeatures].filter((feature) => !left.has(feature));
        if (missing.length === 0) return undefined;
        return {
          errors: [{ text: `vscode-languageclient has no lib/common/{${missing.join(',')}}.js any more` }],
        };
      });
    },
  };
}
