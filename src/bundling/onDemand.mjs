/**
 * Makes a module that is imported dynamically a bundle of its own, beside the importing one: Node parses a
 * whole file before it runs any of it, so what is needed later had better not be in it.
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
