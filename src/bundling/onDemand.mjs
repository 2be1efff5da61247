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
