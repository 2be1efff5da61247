/**
 * Leaves out the parts of protobufjs that we have no use for:
 *
 *   long                          its 64-bit integers: we read and write them as two halves. It would start a WebAssembly module
 *   ./rpc, ./aspromise,           remote calls, and what only they use
 *   ./eventemitter
 *   ./float, ./base64             types of fields that profiles do not have
 *   ./writer_buffer               writes into Node's buffers, which a browser does not have
 *
 * @param {{ browser?: boolean }} options
 * @returns {import('esbuild').Plugin}
 */
export function leanProtobuf({ browser = false } = {}) {
  const parts = ['long', './rpc', './aspromise', './eventemitter', './float', './base64'];
  if (browser) parts.push('./writer_buffer');
  return {
    name: 'lean-protobuf',
    setup(build) {
      build.onResolve({ filter: /^(long|\.\/\w+)$/ }, ({ path, importer }) =>
        parts.includes(path) && /protobufjs[\\/]src[\\/]/.test(importer)
          ? { path, namespace: 'nothing' }
          : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'nothing' }, ({ path }) => ({
        // protobufjs tells these at its start whether there are buffers.
        contents: /_buffer/.test(path) ? 'exports._configure = () => {};' : 'module.exports = null;',
      }));
    },
  };
}
