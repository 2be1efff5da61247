/** What a package's folder has that a benchmark can be written from. */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Corpus } from '../scan/calledWith.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import type { PackageFile, WriteRequest } from './writeRequest.ts';

/** What is not readable is not there. */
export async function readPackage(
  directory: string,
): Promise<Pick<WriteRequest, 'files' | 'corpora' | 'goMinor'>> {
  const files: PackageFile[] = [];
  for (const name of await namesIn(directory)) {
    const text = name.endsWith('.go') ? await textOf(join(directory, name)) : null;
    if (text !== null) files.push({ name, text });
  }
  const fuzzed = join(directory, 'testdata', 'fuzz');
  const corpora = new Map<string, Corpus>();
  for (const target of await namesIn(fuzzed)) corpora.set(target, await corpusIn(join(fuzzed, target)));
  return { files, corpora, goMinor: await oldestGo(directory) };
}

/** The Go that the module's users have at least, by its `go` line: 24 for Go 1.24. */
async function oldestGo(directory: string): Promise<number> {
  const text = await textOf(join(directory, 'go.mod'));
  if (text !== null) return Number(/^go\s+1\.(\d+)/m.exec(text)?.[1] ?? 16);
  const parent = dirname(directory);
  return parent === directory ? 16 : oldestGo(parent);
}

/** So many inputs of a fuzz target are read. */
const mostInputs = 50;

async function corpusIn(folder: string): Promise<Corpus> {
  const inputs = new Map<string, readonly string[]>();
  for (const name of (await namesIn(folder)).slice(0, mostInputs)) {
    const [version, ...values] = ((await textOf(join(folder, name))) ?? '').trim().split('\n');
    if (version === 'go test fuzz v1' && values.every((each) => expression.test(each)))
      inputs.set(name, values);
  }
  return inputs;
}

/** As package testing's marshalCorpusFile writes them: a conversion of one literal. Nothing else may come into a Go file. */
const expression =
  /^(?:\[\]byte|string|bool|byte|rune|u?int(?:8|16|32|64)?|float(?:32|64))\((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)+'|[-+\w.]+)\)$/;

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}

async function textOf(file: string): Promise<string | null> {
  const read = await readRegularFileLater(file);
  return read.ok ? read.value.text : null;
}
