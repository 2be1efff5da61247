import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { inCode } from '../../../src/go/scan/goTokens.ts';
import { SourceCode } from '../../../src/go/scan/sourceCode.ts';
import { installedGo } from '../goModule.ts';
import { grammarFiles } from './goScanner.ts';

const code = (...lines: string[]) => new SourceCode(lines.join('\n'), true);
const program = (...lines: string[]) => {
  const all = code(...lines);
  return all.programOf({ first: 0, end: all.lines.length }).join(' ');
};

/** The tokens of a file as the grammar has them: its leaves without comments; a string is one token. */
function grammarTokens(root: Node): string[] {
  const tokens: string[] = [];
  const walk = (node: Node) => {
    if (node.type === 'comment') return;
    if (/_literal$/.test(node.type) && !/^(?:composite|func)_literal$/.test(node.type))
      tokens.push(node.text);
    else if (node.childCount > 0) for (const child of node.children) child && walk(child);
    else if (node.text.trim() !== '') tokens.push(node.text);
  };
  walk(root);
  return tokens.filter((text) => text !== ';');
}

test('tokens are those of the grammar, in files of the standard library', async () => {
  await Parser.init({ locateFile: () => grammarFiles.runtime });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammarFiles.grammar));
  const { goroot } = await installedGo();
  for (const name of ['strconv', 'text/template', 'go/scanner', 'math', 'sort', 'encoding/json']) {
    const folder = path.join(goroot, 'src', name);
    for (const file of readdirSync(folder).filter((each) => each.endsWith('.go'))) {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const tree = parser.parse(text);
      assert.ok(tree);
      const source = new SourceCode(text, true);
      const own = source.lines
        .flatMap((_, line) => source.tokensOf(line))
        // A raw string has a token for each of its lines.
        .reduce<string[]>((all, each) => {
          if (each.startsWith('\n')) all.push(`${all.pop() ?? ''}${each}`);
          else if (!each.startsWith('//')) all.push(each);
          return all;
        }, []);
      if (!tree.rootNode.hasError) {
        assert.deepEqual(
          own.filter((each) => each !== ';'),
          grammarTokens(tree.rootNode),
          `${name}/${file}`,
        );
      }
      tree.delete();
    }
  }
});

test('semicolons, commas and line breaks that mean nothing make no other program', () => {
  assert.equal(
    program('f(a, b)', 'x := T{1, 2}'),
    program('f(', '\ta,', '\tb,', ')', 'x := T{', '\t1,', '\t2,', '}'),
  );
  assert.equal(program('func F() int { return 1 }'), program('func F() int {', '\treturn 1', '}'));
  assert.equal(program('a := b + // why', '\tc'), program('a := b +', '\tc /* so */'));
});

test('line breaks that mean something do', () => {
  assert.notEqual(program('return', 'x'), program('return x'));
  assert.notEqual(program('a', '-b'), program('a -b'));
  assert.notEqual(program('x := `a', 'b`'), program('x := `a b`'));
});

test('operators are read as Go reads them', () => {
  assert.notEqual(program('a + +b'), program('a ++b'));
  assert.notEqual(program('a < -b'), program('a <-b'));
  assert.equal(program('x &^ y'), program('x&^y'));
  assert.notEqual(program('0x1p-2'), program('0x1 - 2'));
});

test('declarations begin at their keywords, with the comments above them', () => {
  const all = code(
    '// Package p.',
    'package p',
    '',
    '//go:noinline',
    'func (l *List[K, V]) Add() {',
    '\tfunc() {}()',
    '}',
    'const (',
    '\tA = `',
    'func no() {',
    '`',
    ')',
    'func Plain[T any](x T) {',
  );
  assert.deepEqual(
    all.declarations.map(({ kind, functionName, first, end }) => `${kind} ${functionName} ${first}-${end}`),
    ['package  0-3', 'func List.Add 3-7', 'const  7-12', 'func Plain 12-13'],
  );
  assert.equal(all.declarationOfLine[5], 1);
  assert.equal(new SourceCode('x', true).declarationOfLine[0], -1);
});

test('comments are code where C is imported', () => {
  const preamble = (value: number) => code('package p', '', `// int x = ${value};`, 'import "C"');
  assert.notEqual(preamble(1).codeOf(2), preamble(2).codeOf(2));
});

test('a function that is indented is a declaration; one without a name is none', () => {
  const names = (...text: string[]) => code(...text).declarations.map(({ functionName }) => functionName);
  assert.deepEqual(names('func A() {', '}', '  func (l *List[T]) Add(v T) {', '}', '\tfunc B() {', '}'), [
    'A',
    'List.Add',
    'B',
  ]);
  assert.deepEqual(
    names('func A() {', '\tcall(', '\t\tfunc(a int) map[string]int {', '\tfunc (a int) func (b int) {'),
    ['A'],
  );
});

test('a string or comment that nothing closes ends with its line; one that is closed does not', () => {
  for (const opened of ['\ts := `', '\t/* why']) {
    const source = code('func A() {', opened, '\tx()', '}', 'func B() {', '\ty()', '}');
    assert.deepEqual(source.begins, Array(7).fill(inCode));
    assert.deepEqual(
      source.declarations.map(({ first, end }) => [first, end]),
      [
        [0, 4],
        [4, 7],
      ],
    );
  }
  assert.equal(code('var s = `', 'func A() {', '`').declarations.length, 1);
});

test('a text full of what nothing closes is read in a moment', () => {
  const source = code(...Array.from({ length: 30_000 }, () => '/* x'), 'func A() {');
  assert.equal(source.declarations.length, 1);
});
