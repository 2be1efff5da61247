// Where the call of a delay is written: in front of the statement that begins on a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delayedText } from '../../../src/go/whatIf/delayedBuild.ts';
import { succeeded, why } from '../../why.ts';
import { scanner } from '../scan/goScanner.ts';

const source = `package m // 1

import "fmt"

var global = 1 // 5

func f(list []string) int {
	x := 1 // 8
	for i, s := range list { // 9
		if s == "ä\u{1F600}" { x++; fmt.Print(i) } else if s == "b" { // 10
			x += len( // 11
				s, // 12
			)
		} // 14
	}
	switch x {
	case 1: // 17
		return 2 // 18
	case 2: x-- // 19
	}
	c := make(chan int)
	select {
	case c <- x: // 23
	default:
	}
	go func() { fmt.Print() }() // 26
	/* a comment */ return x // 27
}
`;

const lineOf = (text: string, line: number) =>
  text
    .split('\n')
    [line - 1]?.replace(/ \/\/ \d+$/, '')
    .trim();

test('before the first statement of the line, and all lines keep their numbers', () => {
  for (const [line, expected] of [
    [8, 'pprofLensDelay(); x := 1'],
    [9, 'pprofLensDelay(); for i, s := range list {'],
    [10, 'pprofLensDelay(); if s == "ä\u{1F600}" { x++; fmt.Print(i) } else if s == "b" {'],
    [11, 'pprofLensDelay(); x += len('],
    [18, 'pprofLensDelay(); return 2'],
    [19, 'case 2: pprofLensDelay(); x--'],
    [26, 'pprofLensDelay(); go func() { fmt.Print() }()'],
    [27, '/* a comment */ pprofLensDelay(); return x'],
  ] as const) {
    const text = succeeded(delayedText(source, { file: '/m/m.go', line }, scanner));
    assert.equal(lineOf(text, line), expected);
    assert.equal(text.split('\n').length, source.split('\n').length);
  }
});

test('says why no statement begins there', () => {
  for (const [line, args] of [
    [12, ['m.go:12', 11]],
    [14, ['m.go:14', 10]],
    [17, ['m.go:17', 16]],
    [23, ['m.go:23', 22]],
    [5, ['m.go:5']],
    [1000, ['m.go:1000']],
  ] as const) {
    const text = delayedText(source, { file: '/m/m.go', line }, scanner);
    assert.equal(text.ok, false, String(line));
    assert.deepEqual(!text.ok && [text.problem.code, text.problem.args], ['no-statement', args]);
  }
  const broken = delayedText('package m\nfunc f() {\n\tx := \n}\n', { file: 'm.go', line: 3 }, scanner);
  assert.match(why(broken), /does not parse/);
});
