// What generators make of other files has its costs there, where `//line` comments say so.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { servedModule } from '../servedModule.ts';

/** Made of a grammar beside it, as goyacc does; another package has a file of the same name. */
const made = (name: string, size: number) => `// Code generated. DO NOT EDIT.
package ${name}

var sink []byte

//line calc.y:3
//go:noinline
func Make() {
	sink = make([]byte, ${size})
}

//line lost.y:1
//go:noinline
func Lose() {
	sink = make([]byte, 8)
}
`;
const grammar = '%%\n\n// Make\nfunc Make() {\n\tsink = make([]byte, size)\n}\n';

test('each package has them in its own file, which the comment names without a folder', async (t) => {
  const served = await servedModule(
    t,
    {
      'm.go': made('m', 1024),
      'sub/s.go': made('sub', 4096),
      'm_test.go': `package m

import (
	"testing"

	"example.com/m/sub"
)

func BenchmarkMake(b *testing.B) {
	for b.Loop() {
		Make()
		Lose()
		sub.Make()
	}
}
`,
    },
    { count: 1, benchtime: '2000x', kinds: ['mem'] },
  );
  const { client, directory, profile } = served;
  const grammars = [join(directory, 'calc.y'), join(directory, 'sub', 'calc.y')];
  for (const file of grammars) writeFileSync(file, grammar);
  await profile('BenchmarkMake');
  const costs: (readonly [string, number, string])[] = [];
  for (const file of grammars) {
    const uri = await client.open(file);
    await client.until(`costs on ${file}`, () => client.costs(uri).length > 0);
    for (const { line, text } of client.costs(uri))
      costs.push([relative(directory, file), line, text.replaceAll('\u00a0', ' ')]);
  }
  assert.deepEqual(costs, [
    ['calc.y', 4, '1024 B/op flat · 20%'],
    [join('sub', 'calc.y'), 4, '4 kB/op flat · 80%'],
  ]);
});
