/** How old a `default.pgo` is and how much of it fits, above `func main()`. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { property } from '../../../../src/base/outsideValues.ts';
import { eventually } from '../../../eventually.ts';
import { goModule } from '../../../go/goModule.ts';
import { profileBytes } from '../../../pprof/builder.ts';
import { testFolder } from '../../../testFolder.ts';
import { startedServer } from '../../client.ts';

const source = `package main

//go:noinline
func hot(n int) int {
	sum := 0
	sum += cold(n)
	return sum
}

//go:noinline
func cold(i int) int { return i * i }

func main() { println(hot(10)) }
`;
const module = goModule({ 'main.go': source, 'other/main.go': 'package main\n\nfunc main() {}\n' });
const file = path.join(module.directory, 'main.go');
const pgo = path.join(module.directory, 'default.pgo');

function learnt(days: number): Uint8Array {
  return profileBytes({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: [
      { values: [80, 800_000_000], stack: ['main.cold main.go:6', 'main.hot main.go:6'] },
      { values: [20, 200_000_000], stack: ['main.cold main.go:6', 'main.old main.go:6'] },
    ],
    startLine: 4,
    timeNanos: BigInt(Date.now() - days * 86_400_000) * 1_000_000n,
  });
}

const client = await startedServer(
  { after },
  {
    folder: module.directory,
    initializationOptions: { decorations: true, trusted: true, storagePath: testFolder() },
  },
);

test('the lens of a program says how old its default.pgo is and what fits, also after an edit and a new one', async () => {
  const uri = await client.open(file);
  assert.deepEqual(await client.lensTitles(uri), ['profile program']);
  const titles = async () => (await client.lensTitles(uri)).join(' | ');
  const becomes = (title: string) =>
    eventually(
      () => `${title}: ${client.output}`,
      async () => (await titles()) === `profile program | ${title}`,
    );
  writeFileSync(pgo, learnt(21));
  await becomes('default.pgo: 21d old, 80% fits');
  const lens = (await client.lenses(uri)).find(({ title }) => title.startsWith('default.pgo'));
  const tooltip = String(property(lens, 'tooltip'));
  assert.match(
    tooltip,
    /Of the calls in your code and its modules, 80% are where the compiler looks for them\./,
  );
  assert.match(tooltip, /main\.old: 20% gone/);
  assert.equal(lens?.command, 'pprofLens.server.openProfile');
  const moved = source.replace('	sum += cold', '	n++\n	sum += cold');
  writeFileSync(file, moved);
  await client.change(uri, moved);
  await client.save(uri);
  await becomes('default.pgo: 21d old, 0% fits');
  writeFileSync(pgo, learnt(3));
  await becomes('default.pgo: 3d old, 0% fits');
  const other = await client.open(path.join(module.directory, 'other/main.go'));
  assert.deepEqual(await client.lensTitles(other), ['profile program']);
});
