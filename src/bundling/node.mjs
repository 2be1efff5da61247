import { resolve } from 'node:path';

/**
 * What runs in Node, in two graphs: the extension and its language client as CommonJS, because VS Code loads them with
 * `require`; the language server, the command line and the launcher of programs as ES modules that share their chunks.
 *
 * @param {{ production: boolean, version: string }} options
 */
export function nodeGraphs({ production, version }) {
  /** @type {import('rolldown').RolldownOptions} */
  const common = { platform: 'node', external: ['vscode'], checks: { eval: false } };
  const output = { dir: 'dist', minify: production, sourcemap: !production, comments: { legal: false } };
  return [
    {
      ...common,
      input: { extension: 'src/extension/main.ts' },
      transform: { target: 'node20' },
      preserveEntrySignatures: 'allow-extension',
      output: { ...output, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
    },
    {
      ...common,
      input: programs,
      transform: { target: 'node20', define: { PPROF_LENS_VERSION: JSON.stringify(version) } },
      output: {
        ...output,
        format: 'esm',
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => commandLineFile.test(id)) ? 'cli/[name].js' : 'chunks/[name].js',
        codeSplitting: { groups: startChunks() },
      },
    },
  ];
}

/** Only the command line needs a chunk that has such a file. */
const commandLineFile = /[\\/]src[\\/]cli[\\/]/;

/** What is started as a process of its own. Nothing may import it: it would start there, too. */
const programs = {
  server: 'src/server/main.ts',
  cli: 'src/cli/main.ts',
  launcher: 'src/go/toolchain/launcher.ts',
};

/**
 * Throws if a program is imported.
 *
 * @param {readonly import('rolldown').OutputChunk[]} chunks
 */
export function checkImports(chunks) {
  for (const { fileName, imports, dynamicImports } of chunks) {
    for (const name of [...imports, ...dynamicImports]) {
      if (name.replace('.js', '') in programs)
        throw new Error(`${fileName} imports ${name}, which would start it`);
    }
  }
}

/**
 * Without a rule there would be a chunk for every set of commands that share a module, and Node reads many small files
 * more slowly than few large ones. So what is loaded at the start is in four: what the launcher needs, what every command
 * of the command line needs, what the server shares with some command, and the rest of the server.
 */
function startChunks() {
  /** Modules by the program that needs them. */
  const found = new Map();
  const mains = new Set(Object.values(programs).map((file) => resolve(file)));
  /** What a program loads at its start; with `later`, also what it may load later. */
  function modulesOf(program, context, later = false) {
    const key = `${program} ${later}`;
    const modules = found.get(key) ?? new Set();
    if (found.has(key)) return modules;
    found.set(key, modules);
    const todo = [resolve(programs[program])];
    for (const id of todo) {
      if (modules.has(id)) continue;
      modules.add(id);
      const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
      todo.push(...importedIds, ...(later ? dynamicallyImportedIds : []));
    }
    return modules;
  }
  const chunk = (name, priority, contains) => ({
    name: (id, context) => (!mains.has(id) && contains(id, context) ? name : null),
    debugName: name,
    priority,
  });
  const ofServer = (id, context) => modulesOf('server', context).has(id);
  return [
    chunk('launched', 4, (id, context) => modulesOf('launcher', context).has(id)),
    chunk('base', 3, (id, context) => !commandLineFile.test(id) && modulesOf('cli', context).has(id)),
    chunk('terminal', 3, (id, context) => commandLineFile.test(id) && modulesOf('cli', context).has(id)),
    chunk('shared', 2, (id, context) => ofServer(id, context) && modulesOf('cli', context, true).has(id)),
    chunk('start', 1, ofServer),
    // Regular expressions as Go has them: large, and seldom needed at once.
    { name: 're2js', test: /node_modules[\\/]re2js/ },
  ];
}
