/**
 * Leaves a module that is imported dynamically out of the bundle: it is a bundle of its own beside it. Node parses a
 * whole file before it runs it, so code that is needed only later would delay the start.
 *
 * @param {string} specifier as written in the `import()`
 * @param {string} bundle file name of the other bundle
 * @returns {import('esbuild').Plugin}
 */
export function onDemand(specifier, bundle) {
  const quoted = specifier.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return {
    name: 'on-demand',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${quoted}$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${bundle}`, external: true } : undefined,
      );
    },
  };
}

/**
 * Leaves a module out of the bundle that is called seldom but imported as all others, because its caller cannot wait: each
 * function loads the module's own bundle when it is called for the first time. The module may export functions only.
 *
 * @param {string} specifier as written in the `import`
 * @param {readonly string[]} functions what the module exports
 * @param {string} bundle file name of the other bundle
 * @returns {import('esbuild').Plugin}
 */
export function whenCalled(specifier, functions, bundle) {
  const quoted = specifier.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return {
    name: 'when-called',
    setup(build) {
      build.onResolve({ filter: new RegExp(`${quoted}$`) }, ({ kind }) =>
        kind === 'import-statement' ? { path: bundle, namespace: 'when-called' } : undefined,
      );
      build.onResolve({ filter: /^\.\/.*\.cjs$/, namespace: 'when-called' }, ({ path }) => ({
        path,
        external: true,
      }));
      build.onLoad({ filter: /./, namespace: 'when-called' }, () => ({
        contents: functions
          .map((name) => `export const ${name} = (...args) => require('./${bundle}').${name}(...args);`)
          .join('\n'),
      }));
    },
  };
}
