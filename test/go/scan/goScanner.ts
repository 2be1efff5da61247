import { createRequire } from 'node:module';
import { createScanner } from '../../../src/go/scan/scan.ts';

const require = createRequire(import.meta.url);

/** The files of the grammar, where npm has put them. */
export const grammarFiles = {
  runtime: require.resolve('web-tree-sitter/web-tree-sitter.wasm'),
  grammar: require.resolve('tree-sitter-go/tree-sitter-go.wasm'),
};

export const scanner = await createScanner(grammarFiles);
