/** Files that are shipped with the program: WebAssembly, the page, the launcher. */
import path from 'node:path';

/** The path of a file in dist/. This module is part of a chunk, and chunks are one folder deeper. */
export function shippedFile(name: string): string {
  return path.join(import.meta.dirname, '..', name);
}

/** The two files of `createScanner`. */
export function shippedGrammar(): { readonly runtime: string; readonly grammar: string } {
  return { runtime: shippedFile('web-tree-sitter.wasm'), grammar: shippedFile('tree-sitter-go.wasm') };
}
