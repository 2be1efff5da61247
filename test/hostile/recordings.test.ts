/** Recordings of other profilers that say what no profiler writes: a profile that keeps the rules, or a sentence, in linear time. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sentence } from '../../src/base/result.ts';
import { foreignFormat, readForeignText } from '../../src/foreign/readForeign.ts';
import { decode } from '../../src/pprof/decode.ts';
import { encode } from '../../src/pprof/encode.ts';
import { isText } from '../foreign/recordings.ts';
import { brokenRule } from '../fuzz/invariants.ts';
import { growthProblem } from './linear/cost.ts';
import { controlSigns } from './signs.ts';

const nodes = (text: string) => `{"nodes":[${text}]}`;
const node = (more: string) => `{"id":1,"callFrame":{"functionName":"f","url":"a.js"}${more}}`;
const speedscope = (profile: string, frames = '{"name":"f"},{"name":"g"}') =>
  `{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[${frames}]},"profiles":[${profile}]}`;
const sampled = (more: string) => `{"type":"sampled","name":"t","unit":"none",${more}}`;
const evented = (events: string) => `{"type":"evented","name":"t","unit":"none","events":[${events}]}`;
const event = (type: string, frame: number | string, at: number | string) =>
  `{"type":"${type}","frame":${frame},"at":${at}}`;
const firefox = (stack: string, more = '"weight":null') =>
  `{"meta":{"sampleUnits":{"threadCPUDelta":"ns"}},"shared":{"stringArray":["__proto__"],"funcTable":{"name":[0]},"frameTable":{"func":[0],"line":[-1e300]},"stackTable":{"frame":[0],"prefix":[null]}},"threads":[{"name":"__proto__","samples":{"stack":[${stack}],${more}}}]}`;
const otel = (sample: string) =>
  `{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"sampleType":{"typeStrindex":1},"samples":[${sample}]}]}]}],"dictionary":{"stringTable":["","__proto__"],"attributeTable":[{},{"keyStrindex":1,"value":{"stringValue":"constructor"}}],"locationTable":[{},{"address":"18446744073709551615","lines":[{"line":"-9"}]}],"stackTable":[{},{"locationIndices":[1]}]}}`;
const perf = (head: string, frames = '\t1 f (/o)\n') =>
  `p 1 1.0: 1 c:\n\t1 main (/o)\n\n${head}\n${frames}\n`;
const folded = (line: string) => `main;parse 1\n${line}\n`;

const recordings: Readonly<Record<string, string>> = {
  // V8.
  'v8: a node that calls itself': nodes(node(',"hitCount":1,"children":[1]')),
  'v8: two nodes that call each other': nodes(
    `${node(',"hitCount":1,"children":[2]')},{"id":2,"callFrame":{},"hitCount":1,"children":[1]}`,
  ),
  'v8: the same id twice': nodes(`${node(',"hitCount":1')},${node(',"hitCount":2')}`),
  'v8: a child that is not there': nodes(node(',"hitCount":1,"children":[7]')),
  'v8: a child of two parents': nodes(
    `${node(',"children":[3]')},{"id":2,"callFrame":{},"children":[3]},{"id":3,"callFrame":{},"hitCount":1}`,
  ),
  'v8: a child twice': nodes(`${node(',"children":[2,2]')},{"id":2,"callFrame":{},"hitCount":1}`),
  'v8: half a child': nodes(node(',"hitCount":1,"children":[1.5]')),
  'v8: an id without end': nodes(node(',"hitCount":1').replace('"id":1', '"id":1e999')),
  'v8: hits below zero': nodes(node(',"hitCount":-5')),
  'v8: more hits than a profile holds': nodes(node(',"hitCount":1e300')),
  'v8: hits that are a text': nodes(node(',"hitCount":"9"')),
  'v8: samples of no node': `{"nodes":[${node('')}],"samples":[9,9],"timeDeltas":[1,1]}`,
  'v8: samples of another order of times': `{"nodes":[${node('')}],"samples":[1,1,1],"timeDeltas":[-9e15,9e15,-1]}`,
  'v8: more times than samples': `{"nodes":[${node('')}],"samples":[1],"timeDeltas":[1,2,3,4]}`,
  'v8: times without end': `{"nodes":[${node('')}],"samples":[1,1],"timeDeltas":[1e999,1]}`,
  'v8: an end before its begin': `{"nodes":[${node('')}],"samples":[1],"timeDeltas":[1],"startTime":9e15,"endTime":-9e15}`,
  'v8: ticks below zero': nodes(node(',"hitCount":1,"positionTicks":[{"line":1,"ticks":-9}]')),
  'v8: ticks on no line': nodes(node(',"hitCount":1,"positionTicks":[{"line":1e300,"ticks":1}]')),
  'v8: more ticks than hits': nodes(node(',"hitCount":1,"positionTicks":[{"line":1,"ticks":99}]')),
  'v8: names of all objects': nodes(
    '{"id":1,"callFrame":{"functionName":"__proto__","url":"constructor"},"hitCount":1,"__proto__":{"evil":1}}',
  ),
  'v8: a url with ends': nodes(node(',"hitCount":1').replace('a.js', 'file:///%00%0a..%2f..%2fevil')),
  'v8: half of a sign': nodes(node(',"hitCount":1').replace('"f"', '"\\ud800"')),
  'v8 heap: sizes below zero': '{"head":{"callFrame":{"functionName":"f"},"selfSize":-8,"children":[]}}',
  'v8 heap: sizes without end': '{"head":{"callFrame":{"functionName":"f"},"selfSize":1e999,"children":[]}}',
  'v8 heap: children that are no list': '{"head":{"callFrame":{},"selfSize":8,"children":{"length":9}}}',
  'v8 heap: no head': '{"head":null,"samples":[]}',
  // speedscope.
  'speedscope: a unit of all objects': speedscope(
    '{"type":"sampled","unit":"constructor","samples":[[0]],"weights":[1]}',
  ),
  'speedscope: a unit that is inherited': speedscope(
    '{"type":"sampled","unit":"__proto__","samples":[[0]],"weights":[1]}',
  ),
  'speedscope: a frame that is not there': speedscope(sampled('"samples":[[7]],"weights":[1]')),
  'speedscope: a frame below zero': speedscope(sampled('"samples":[[-1]],"weights":[1]')),
  'speedscope: half a frame': speedscope(sampled('"samples":[[0.5]],"weights":[1]')),
  'speedscope: a frame that is a text': speedscope(sampled('"samples":[["0"]],"weights":[1]')),
  'speedscope: weights below zero': speedscope(sampled('"samples":[[0]],"weights":[-1]')),
  'speedscope: more than a profile holds': speedscope(sampled('"samples":[[0],[0]],"weights":[9e18,9e18]')),
  'speedscope: weights without end': speedscope(sampled('"samples":[[0]],"weights":[1e999]')),
  'speedscope: fewer weights than samples': speedscope(sampled('"samples":[[0],[1],[0]],"weights":[1]')),
  'speedscope: a frame that closes first': speedscope(evented(event('C', 0, 1))),
  'speedscope: another frame that closes': speedscope(evented(`${event('O', 0, 0)},${event('C', 1, 5)}`)),
  'speedscope: a time that goes back': speedscope(evented(`${event('O', 0, 9)},${event('C', 0, 1)}`)),
  'speedscope: a time without end': speedscope(evented(`${event('O', 0, 0)},${event('C', 0, '1e999')}`)),
  'speedscope: an event of no kind': speedscope(evented(event('constructor', 0, 0))),
  'speedscope: no frames': speedscope(sampled('"samples":[[]],"weights":[1]'), ''),
  'speedscope: frames of nothing': speedscope(sampled('"samples":[[0,1]],"weights":[1]'), 'null,[]'),
  'speedscope: lines below zero': speedscope(
    sampled('"samples":[[0]],"weights":[1]'),
    '{"name":"f","file":"a.py","line":-1e300}',
  ),
  // Firefox Profiler.
  'firefox: a stack of all objects': firefox('"constructor"'),
  'firefox: a stack that is not there': firefox('7'),
  'firefox: half a stack': firefox('0.5'),
  'firefox: weights without end': firefox('0', '"weight":[1e999]'),
  'firefox: more than a profile holds': firefox('0,0', '"weight":[9e15,9e15]'),
  'firefox: times without end': firefox('0,0', '"timeDeltas":[-1e300,1e300]'),
  'firefox: a kind of weight of all objects': firefox('0', '"weightType":"__proto__"'),
  'firefox: processor time below zero': firefox('0,0', '"threadCPUDelta":[-5,5]'),
  'firefox: a schema of all objects':
    '{"threads":[{"samples":{"schema":{"stack":"__proto__"},"data":{"length":9}}},{"samples":{"schema":null,"stack":[0]}}]}',
  // OpenTelemetry.
  'otel: a stack that is not there': otel('{"stackIndex":9,"values":["1"]}'),
  'otel: a stack below zero': otel('{"stackIndex":-1,"values":["1"]}'),
  'otel: an attribute that is not there': otel(
    '{"stackIndex":1,"values":["1"],"attributeIndices":[4294967295]}',
  ),
  'otel: an attribute of all objects': otel('{"stackIndex":1,"values":["1"],"attributeIndices":[1]}'),
  'otel: no values': otel('{"stackIndex":1}'),
  'otel: values without end': otel(`{"stackIndex":1,"values":["${'9'.repeat(400)}"]}`),
  'otel: more than a profile holds': otel(
    '{"stackIndex":1,"values":["9223372036854775807","9223372036854775807"]}',
  ),
  'otel: values below zero': otel('{"stackIndex":1,"values":["-5"]}'),
  'otel: times that are no list': otel('{"stackIndex":1,"timestampsUnixNano":{"length":9}}'),
  'otel: a dictionary of nothing':
    '{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"samples":[{"values":[1],"stackIndex":0}]}]}]}],"dictionary":null}',
  // perf script.
  'perf: a period without end': perf(`p 1 1.0: ${'9'.repeat(400)} c:`),
  'perf: a thread that no system has': perf('p 99999999999999999999 1.0: 1 c:'),
  'perf: a time that no clock has': perf(`p 1 ${'9'.repeat(400)}.${'9'.repeat(400)}: 1 c:`),
  'perf: an address that is too long': perf('p 1 1.0: 1 c:', `\t${'f'.repeat(64)} f (/o)\n`),
  'perf: an offset that is too long': perf('p 1 1.0: 1 c:', `\t1 f+0x${'f'.repeat(64)} (/o)\n`),
  'perf: a line that no file has': perf('p 1 1.0: 1 c:', `\t1 f (/o)\n  a.c:${'9'.repeat(40)}\n`),
  'perf: a command of commands': perf('$(touch evil) 1 1.0: 1 c:'),
  'perf: a command with a tab': perf('p\tq 1 1.0: 1 c:'),
  'perf: a name with brackets': perf('p 1 1.0: 1 c:', '\t1 f (/o) (/evil)+0x1 (deleted) (/o)\n'),
  'perf: inlined into nothing': perf('p 1 1.0: 1 c:', '\t1 f (inlined)\n'),
  'perf: events of all objects': perf('p 1 1.0: 1 __proto__:').replace(' c:', ' constructor:'),
  // Folded.
  'folded: a count without end': folded(`a;b ${'9'.repeat(400)}`),
  'folded: a count of dots': folded('a;b 1.2.3'),
  'folded: nothing but a count': folded(' 7'),
  'folded: frames of nothing': folded(';;;;; 7'),
  'folded: names of all objects': folded('__proto__;constructor;toString 7'),
  'folded: names of steering signs': folded('\u001b[2J;\u202eevil;\u0000 7'),
  'folded: no UTF-8 in the middle': folded('a;\ufffd\ufffe;b 7'),
  'folded: a mark of a mark': folded('a_[k]_[k]_[j] 7'),
  'folded: a file of a file': folded('a (b.py:1) (c.py:2) 7'),
  'folded: a comment without end': folded(`#${';a'.repeat(5000)}`),
};

describe('a recording', () => {
  for (const [what, text] of Object.entries(recordings)) {
    test(what, () => {
      const bytes = Buffer.from(text);
      const format = foreignFormat(bytes);
      assert.ok(isText(format), `it is ${format}`);
      const read = readForeignText(bytes, format);
      assert.equal(Reflect.get({}, 'evil'), undefined);
      if (!read.ok) {
        const said = sentence(read.problem);
        assert.match(said, /^[A-Z].*\.$/s);
        assert.ok(said.length < 1000, `${said.length} characters`);
        return;
      }
      assert.equal(brokenRule(read.value), null);
      const again = decode(encode(read.value));
      assert.ok(again.ok && again.value.samples.count === read.value.samples.count);
      assert.deepEqual(controlSigns(read.value.sampleTypes.map(({ type, unit }) => type + unit).join()), []);
    });
  }
});

/** What stands before the repeated part, the part, and what stands behind it. */
const shapes: Readonly<Record<string, readonly [string, (index: number) => string, string]>> = {
  'v8: children of one node': ['{"nodes":[{"id":1,"callFrame":{},"children":[2', (i) => `,${i + 3}`, ']}]}'],
  'v8: parents of one node': [
    '{"nodes":[{"id":0,"callFrame":{},"hitCount":1}',
    (i) => `,{"id":${i + 1},"callFrame":{},"children":[0]}`,
    ']}',
  ],
  'v8: a chain of which each is its own root': [
    '{"nodes":[{"id":0,"callFrame":{"functionName":"(root)"},"hitCount":1}',
    (i) => `,{"id":${i + 1},"callFrame":{"functionName":"(root)"},"hitCount":1,"children":[${i}]}`,
    ']}',
  ],
  'v8: a circle': [
    '{"nodes":[{"id":0,"callFrame":{},"hitCount":1,"children":[1]}',
    (i) => `,{"id":${i + 1},"callFrame":{},"hitCount":1,"children":[${i + 2}]}`,
    ',{"id":99999,"callFrame":{},"children":[0]}]}',
  ],
  'v8: the same ids again': [
    '{"nodes":[{"id":0,"callFrame":{}}',
    (i) => `,{"id":${i % 2},"callFrame":{},"hitCount":1}`,
    ']}',
  ],
  'v8: lines of one node, backwards': [
    '{"nodes":[{"id":0,"callFrame":{},"hitCount":9,"positionTicks":[{"line":1,"ticks":1}',
    (i) => `,{"line":${100_000 - i},"ticks":1}`,
    ']}]}',
  ],
  'v8 heap: children in turns': [
    '{"head":{"selfSize":1,"children":[{"selfSize":1}',
    (i) => `,{"selfSize":1,"callFrame":{"functionName":"f${i % 3}"},"children":[{"selfSize":1}]}`,
    ']}}',
  ],
  'speedscope: frames that close in another order': [
    '{"shared":{"frames":[{},{}]},"profiles":[{"type":"evented","events":[{"type":"O","frame":0,"at":0}',
    (i) => `,{"type":"${i % 3 ? 'O' : 'C'}","frame":${i % 2},"at":${i}}`,
    ']}]}',
  ],
  'speedscope: stacks of one more frame each': [
    '{"shared":{"frames":[{},{}]},"profiles":[{"samples":[[0]',
    (i) => `,[${'0,'.repeat(i % 100)}1]`,
    ']}]}',
  ],
  'speedscope: profiles of the same name': [
    '{"shared":{"frames":[{}]},"profiles":[{}',
    (i) => `,{"name":"t","unit":"${i % 2 ? 'seconds' : 'bytes'}","samples":[[0]],"weights":[${i}]}`,
    ']}',
  ],
  'firefox: stacks of their own in each thread': [
    '{"threads":[{}',
    (i) =>
      `,{"name":"${i}","samples":{"stack":[0]},"stringArray":["f"],"funcTable":{"name":[0]},"frameTable":{"func":[0]},"stackTable":{"frame":[0]}}`,
    ']}',
  ],
  'firefox: a stack deep in the table, of each thread': [
    `{"shared":{"funcTable":{"name":[null]},"frameTable":{"func":[0]},"stackTable":{"frame":[${'0,'.repeat(2000)}0]}},"threads":[{}`,
    (i) => `,{"name":"${i}","samples":{"stack":[2000]}}`,
    ']}',
  ],
  'otel: one deep stack under attributes that are equal': [
    `{"dictionary":{"locationTable":[{},{}],"stackTable":[{},{"locationIndices":[${'1,'.repeat(2000)}1]}],"stringTable":["","a"],"attributeTable":[{}`,
    (i) => `,{"keyStrindex":1,"value":{"intValue":7}}${i % 7 ? '' : ',{}'}`,
    `]},"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"samples":[${Array.from({ length: 900 }, (_, i) => `{"stackIndex":1,"values":[1],"attributeIndices":[${i}]}`).join()}]}]}]}]}`,
  ],
  'otel: a location of many lines': [
    '{"dictionary":{"stackTable":[{},{"locationIndices":[1]}],"functionTable":[{},{}],"locationTable":[{},{"lines":[{}',
    () => ',{"functionIndex":1,"line":"7"}',
    ']}]},"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"samples":[{"stackIndex":1,"values":[1]}]}]}]}]}',
  ],
  'otel: resources of the same name': [
    '{"dictionary":{},"resourceProfiles":[{}',
    (i) =>
      `,{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"s${i}"}}]},"scopeProfiles":[{"profiles":[{"samples":[{"values":[1]}]}]}]}`,
    ']}',
  ],
  'perf: stacks of one more frame each': [
    'p 1 1.0: 1 c:\n\t1 f (/o)\n\n',
    (i) => `p 1 1.0: 1 c:\n${'\t1 f (/o)\n'.repeat(i % 100)}\n`,
    '',
  ],
  'perf: source lines without frames': ['p 1 1.0: 1 c:\n\t1 f (/o)\n', (i) => `  a.c:${i}\n`, '\n'],
  'perf: inlined frames of one place': ['p 1 1.0: 1 c:\n\t1 f (/o)\n', (i) => `\t1 f${i} (inlined)\n`, '\n'],
  'perf: inlined frames and their ends in turns': [
    'p 1 1.0: 1 c:\n\t1 f (/o)\n\n',
    (i) => `p 1 1.0: 1 c:\n\t1 f (inlined)\n\t${i % 2} f (/o)\n\n`,
    '',
  ],
  'folded: stacks of one more frame each': ['a;b 1\n', (i) => `${'a;'.repeat(i % 100)}b 1\n`, ''],
  'folded: a stack of distinct frames, again and again': [
    'a;b 1\n',
    (i) => `${Array.from({ length: 30 }, (_, at) => `f${at}`).join(';')};${i} 1\n`,
    '',
  ],
};

describe('a recording is read in time that grows with its length', () => {
  for (const [what, [before, piece, behind]] of Object.entries(shapes)) {
    test(what, () => {
      const of = (length: number) => {
        const parts = [before];
        for (let i = 0, size = 0; size < length; i++) size += parts[parts.push(piece(i)) - 1]!.length;
        return Buffer.from(parts.join('') + behind);
      };
      const format = foreignFormat(of(2000));
      assert.ok(isText(format), `it is ${format}`);
      assert.equal(
        growthProblem((bytes: Buffer) => readForeignText(bytes, format), of, 100_000),
        null,
      );
    });
  }
});
