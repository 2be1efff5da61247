/** That a line shows samples of another, in the hover and in the assembly: a real build, over JSON-RPC. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { filesBelow } from '../../editor/files.ts';
import { eventually } from '../../eventually.ts';
import { installedGo } from '../../go/goModule.ts';
import { servedModule } from '../servedModule.ts';

/** Follows pointers through more memory than any cache has. Each line has one instruction of its own. */
const chase = `package m

import "testing"

type node struct {
	key  uint64
	next *node
	_    [6]uint64
}

const count = 1 << 20

var nodes = make([]node, count)
var sum uint64

func init() {
	order := make([]int, count)
	random := uint64(12345)
	for i := range order {
		random = random*6364136223846793005 + 1
		other := int(random>>33) % (i + 1)
		order[i] = order[other]
		order[other] = i
	}
	for i, at := range order {
		nodes[at] = node{key: uint64(at), next: &nodes[order[(i+1)%count]]}
	}
}

//go:noinline
func chase(at *node) (total uint64) {
	for range 10000 {
		key := at.key
		total += key
		total ^= key << 3
		at = at.next
	}
	return total
}

func BenchmarkChase(b *testing.B) {
	for b.Loop() {
		sum += chase(&nodes[0])
	}
}
`;

/** From `go tool pprof -disasm`: the line whose instruction has most samples, and the line of the instruction before. */
function hottestByPprof(go: string, binary: string, profile: string): { line: number; before: number } {
  const args = [
    'tool',
    'pprof',
    '-symbolize=none',
    '-sample_index=samples',
    '-disasm=m.chase',
    binary,
    profile,
  ];
  let line = 0;
  const rows = execFileSync(go, args, { encoding: 'utf8' })
    .split('\n')
    .flatMap((row) => {
      const [, flat, , , place] =
        /^ *([\d.]+) +([\d.]+) +([0-9a-f]+): .*?(?:skid_test\.go:(\d+))?$/.exec(row) ?? [];
      if (flat === undefined) return [];
      line = place === undefined ? line : Number(place);
      return [{ flat: Number(flat) || 0, line }];
    });
  const hottest = rows.reduce((most, { flat }, index) => (flat > rows[most]!.flat ? index : most), 0);
  return { line: rows[hottest]!.line, before: rows[hottest - 1]!.line };
}

test('a hover names the line whose samples another line may show, and the assembly marks the instruction', async (t) => {
  const go = await installedGo();
  // A number of operations: in a second of a busy machine the hottest line has too few samples.
  const settings = { count: 1, benchtime: '3000x', kinds: ['cpu'] };
  const served = await servedModule(t, { 'skid_test.go': chase }, settings);
  const { client, uri } = served;
  const [sessionId = ''] = await served.profile('BenchmarkChase');
  const session = client.session(sessionId);
  const profile = session?.profilePath ?? '';
  const folder = path.dirname(profile);
  const binary = filesBelow(folder).find((file) => file.endsWith('.test') || file.endsWith('.test.exe'));
  assert.ok(binary !== undefined);
  const { line, before } = hottestByPprof(go.command, path.join(folder, binary), profile);
  assert.equal(chase.split('\n')[before - 1]?.trim(), 'key := at.key');

  const hover = (of = line) => client.hover(uri, of - 1, 2);
  // It is found out in the background.
  let said = '';
  await eventually(
    () => `a hover that names the line before: ${said}`,
    async () => {
      said = await hover();
      return said.includes('right after');
    },
  );
  assert.ok(said.includes(`right after a load of [line ${before}](${uri}#L${before})`), said);

  const code = await client.execute('assembly', { sessionId, functionName: 'example.com/m.chase' });
  assert.ok('symbols' in code);
  const marked = code.symbols.flatMap(({ instructions }) =>
    instructions.filter(({ skidOf }) => skidOf !== undefined).map((each) => [each.line, each.skidOf]),
  );
  assert.deepEqual(marked, [[line, 'load']]);

  const inserted = chase.replace('//go:noinline', '// A new line.\n//go:noinline');
  await client.change(uri, inserted);
  assert.match(
    await hover(line + 1),
    new RegExp(`a load of \\[line ${before + 1}\\]`),
    'the lines have moved',
  );
  await client.change(uri, inserted.replace('key := at.key', 'key := at.key + 1'));
  assert.doesNotMatch(await hover(line + 1), /right after/, 'the other line is another now');
});
