/** Recordings that are made to cost as much as possible for their bytes. */

const kinds: Readonly<Record<string, (index: number) => string>> = {
  'folded: one frame a stack, all distinct': (i) => `f${i.toString(36)};g 1\n`,
  'folded: short frames, deep stacks': () => `${'a;b;'.repeat(500)}a 1\n`,
  'folded: nothing but distinct frames': (i) =>
    `${Array.from({ length: 20 }, (_, at) => (20 * i + at).toString(36)).join(';')} 1\n`,
  'folded: distinct files': (i) => `${i.toString(36)} (a${i}.c:1);a 1\n`,
  'folded: distinct stacks': (i) => `${Array.from(i.toString(3)).join(';')} 1\n`,
  'folded: no frames': () => ';;; 1\n',
  'folded: frames that look like places': (i) => `f (a.py:${i % 1e9});g - b.rb:${i};c.py:h:${i} 1\n`,
  'folded: brackets and colons': () => `${'( : ('.repeat(200)}:1);a 1\n`,
  'folded: large counts': () => 'a;b 9223372036854775807\n',
  'perf: distinct addresses': (i) => `p 1 1.0: 1 c:\n\t${i.toString(16)} f${i}+0x1 (/o)\n\n`,
  'perf: nothing but distinct frames': (i) =>
    `p 1 1.0: 1 c:\n${Array.from({ length: 50 }, (_, at) => `\t(${(50 * i + at).toString(36)})\n`).join('')}\n`,
  'perf: distinct frames without an end': (i) => `p 1 1.0: c: ${i.toString(36)}\n`,
  'perf: distinct objects': (i) => `p 1 1.0: 1 c:\n\t1 f (/o${i})\n\n`,
  'perf: distinct commands, threads and times': (i) => `p${i} ${i} ${i}.${i}: 1 c:\n\t1 f (/o)\n\n`,
  'perf: no frames': () => 'p 1 1.0: 1 c:\n',
  'perf: many events': (i) => `p 1 1.0: 1 c${i % 32}:\n`,
  'perf: many events of distinct threads': (i) => `p ${i + 1} 1.0: c${i % 32}:\n`,
  'perf: inlined without end': () => `p 1 1.0: 1 c:\n${'\t1 f (inlined)\n'.repeat(200)}\n`,
  'perf: distinct source lines': (i) => `p 1 1.0: 1 c:\n\t1 f (/o)\n  a.c:${i % 1e9}\n\n`,
  'perf: long heads': () => `${'p 1 [1] 1.0: 1 c '.repeat(400)}\n`,
  'perf: many words': () => `p 1 1.0: 1 c: ${'1 '.repeat(2000)}\n`,
};

const frame = (i: number) =>
  `"callFrame":{"functionName":"f${i}","url":"file:///a%20${i}.js","lineNumber":${i},"columnNumber":0}`;

/** JSON: what comes first, the pieces, and what comes last. */
const jsonKinds: Readonly<Record<string, readonly [string, (index: number) => string, string]>> = {
  'v8-cpu: nodes of nothing': ['{"nodes":[', (i) => `${i ? ',' : ''}{"id":${i},"callFrame":0}`, ']}'],
  'v8-cpu: distinct functions': [
    '{"nodes":[',
    (i) => `${i ? ',' : ''}{"id":${i},${frame(i)},"hitCount":1}`,
    ']}',
  ],
  'v8-cpu: a chain, each node seen': [
    '{"nodes":[',
    (i) => `${i ? ',' : ''}{"id":${i + 1},"callFrame":{},"hitCount":1,"children":[${i || ''}]}`,
    ']}',
  ],
  'v8-cpu: all call each other': [
    '{"nodes":[{"id":0,"callFrame":0,"hitCount":1},{"id":1,"callFrame":0,"children":[0',
    (i) => `,${i % 2}`,
    ']}],"samples":[0]}',
  ],
  'v8-cpu: many samples': ['{"nodes":[{"id":0,"callFrame":0}],"samples":[0', () => ',0', ']}'],
  'v8-cpu: many times': [
    '{"nodes":[{"id":0,"callFrame":0}],"samples":[0],"timeDeltas":[0',
    (i) => `,${i % 2 ? '-1' : '1'}`,
    ']}',
  ],
  'v8-cpu: ticks on many lines': [
    '{"nodes":[{"id":0,"callFrame":0,"hitCount":9,"positionTicks":[{"line":1,"ticks":1}',
    (i) => `,{"line":${i + 1},"ticks":1}`,
    ']}],"samples":[0]}',
  ],
  'v8-cpu: empty arrays': ['{"nodes":[],"x":[', (i) => `${i ? ',' : ''}[]`, ']}'],
  'v8-heap: deep': ['{"head":{"selfSize":1', (i) => `,"children":[{${i % 2 ? '"selfSize":1' : '"a":1'}`, ''],
  'v8-heap: deep, and nothing else': ['{"head":{"a":1', () => ',"children":[{"a":1', ''],
  'v8-heap: distinct functions': [
    '{"head":{"selfSize":1,"children":[{"a":1}',
    (i) => `,{${frame(i)},"selfSize":1}`,
    ']}}',
  ],
  'speedscope: events': [
    '{"shared":{"frames":[{"name":"a"}]},"profiles":[{"events":[{"type":"O","frame":0,"at":0}',
    (i) => `,{"type":"O","frame":0,"at":${i}}`,
    ']}]}',
  ],
  'speedscope: empty samples': [
    '{"shared":{"frames":[{}]},"profiles":[{"samples":[[]',
    () => ',[]',
    ']},{"unit":"bytes","samples":[[0]]},{"unit":"seconds","samples":[[0]]}]}',
  ],
  'speedscope: distinct stacks': [
    '{"shared":{"frames":[{},{},{}]},"profiles":[{"samples":[[0]',
    (i) => `,[${Array.from(i.toString(3)).join()}]`,
    ']}]}',
  ],
  'speedscope: frames of nothing': ['{"shared":{"frames":[{}', () => ',{}', ']},"profiles":[]}'],
  'speedscope: distinct frames': ['{"shared":{"frames":[{}', (i) => `,{"name":"${i}"}`, ']},"profiles":[]}'],
  'speedscope: many profiles': [
    '{"shared":{"frames":[{}]},"profiles":[{}',
    (i) => `,{"name":"${i}","samples":[[0]],"weights":[1]}`,
    ']}',
  ],
  'firefox: many samples': [
    '{"meta":{"sampleUnits":{"threadCPUDelta":"ns"}},"shared":{"stringArray":["f"],"funcTable":{"name":[0]},"frameTable":{"func":[0]},"stackTable":{"frame":[0],"prefix":[null]}},"threads":[{"samples":{"threadCPUDelta":[1],"stack":[0',
    () => ',0',
    ']}}]}',
  ],
  'firefox: a chain, and each stack seen': [
    '{"shared":{"funcTable":{"name":[null]},"frameTable":{"func":[0]},"stackTable":{"frame":[0',
    () => ',0',
    '],"prefixOffset":[0]}},"threads":[{"samples":{"stack":[0]}}]}',
  ],
  'firefox: distinct frames': [
    '{"shared":{"funcTable":{"name":[null]},"frameTable":{"func":[0',
    () => ',0',
    ']},"stackTable":{"frame":[0]}},"threads":[{"samples":{"stack":[0]}}]}',
  ],
  'firefox: distinct names': [
    '{"threads":[{"samples":{"stack":[0]},"stackTable":{"schema":{"frame":0},"data":[[0]]},"frameTable":{"schema":{"location":0},"data":[[0]]},"stringTable":["f"',
    (i) => `,"f${i} (in (in (a:1)"`,
    ']}]}',
  ],
  'firefox: threads of shared stacks': [
    '{"shared":{"funcTable":{"name":[null]},"frameTable":{"func":[0,0]},"stackTable":{"frame":[0,1],"prefixOffset":[0,1]}},"threads":[{"name":"t","samples":{"stack":[0]}}',
    (i) => `,{"name":"t${i}","samples":{"stack":[1]}}`,
    ']}',
  ],
  'firefox: rows': [
    '{"threads":[{"samples":{"schema":{"stack":0},"data":[[0]]},"stringTable":["f"],"frameTable":{"schema":{"location":0,"line":1},"data":[[0]]},"stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0]',
    (i) => `,[${i},0]`,
    ']}}]}',
  ],
  'firefox: processes in processes': [
    '{"threads":[],"processes":[{"x":1',
    () => ',"processes":[{"threads":[0]',
    '',
  ],
  'otel: samples of nothing': [
    '{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"samples":[{"values":[1]}',
    () => ',{"values":[1]}',
    ']}]}]}]}',
  ],
  'otel: samples of many attributes': [
    '{"dictionary":{"stringTable":["","a"],"attributeTable":[{},{"keyStrindex":1,"value":{"intValue":"7"}}],"locationTable":[{},{}],"stackTable":[{},{"locationIndices":[1]}]},"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"samples":[{"values":[1]}',
    (i) => `,{"values":["1"],"stackIndex":1,"attributeIndices":[${'1,'.repeat(i % 50)}1]}`,
    ']}]}]}]}',
  ],
  'otel: profiles of distinct types': [
    '{"dictionary":{"stringTable":["","a"]},"resourceProfiles":[{"scopeProfiles":[{"profiles":[{}',
    () => ',{"sampleType":{"typeStrindex":1},"samples":[{"values":[1]}]}',
    ']}]}]}',
  ],
  'otel: distinct locations': [
    '{"dictionary":{"locationTable":[{}],"stackTable":[{},{"locationIndices":[0',
    () => ',0',
    ']}]},"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"samples":[{"stackIndex":1,"values":[1]}]}]}]}]}',
  ],
  // On the wire: a resource with a profile of a sample, then parts of the dictionary, or of other resources.
  'otel: messages of the wire': [
    '\n\x0a\x12\x08\x12\x06\x12\x04\x08\x01\x28\x01',
    (i) => ['\x12\x02\x12\x00', '\x12\x02:\x00', '\x12\x04*\x02ab', '\n\x02\x12\x00'][i % 4]!,
    '',
  ],
  'otel: a stack of the wire': ['\n\x02\x12\x00\x12\x02\x12\x00', () => '\x12\x04:\x02\x08\x01', ''],
  'otel: strings of the wire': ['\n\x02\x12\x00', () => '\x12\x02*\x00', ''],
  'speedscope: nested': ['{"$schema":"speedscope","x":', () => '[{"a":', ''],
};

/** No piece has more bytes. */
const mostPiece = 10_000;

/** The first line of a recording decides its format. */
const beginnings: Readonly<Record<string, string>> = {
  folded: 'a;b 1\n',
  perf: 'p 1 1.0: 1 c:\n\t1 f (/o)\n\n',
};

export const hostileKinds = [
  ...Object.keys(kinds),
  'folded: one line',
  'perf: one line',
  ...Object.keys(jsonKinds),
];

/** A recording of about so many bytes. */
export function hostileRecording(kind: string, bytes: number): Buffer {
  const json = jsonKinds[kind];
  if (json !== undefined) return pieces(json[0], json[1], json[2], bytes);
  const beginning = beginnings[kind.split(':')[0]!]!;
  const make = kinds[kind];
  if (make === undefined) return Buffer.from(`${beginning}${' (a.c:1'.repeat(bytes / 7)} 1\n`);
  return pieces(beginning, make, '', bytes);
}

/** Not as one text, so that making it takes no more memory than reading it. */
function pieces(beginning: string, make: (index: number) => string, end: string, bytes: number): Buffer {
  const recording = Buffer.alloc(bytes + mostPiece);
  let at = recording.write(beginning);
  for (let index = 0; at < bytes; index++) at += recording.write(make(index), at);
  at += recording.write(end, at);
  return recording.subarray(0, at);
}

const list = (length: number, item: (index: number) => unknown) => Array.from({ length }, (_, i) => item(i));
/** A chain of nodes, each called by the one before; the last one has these children and lines. */
const chain = (length: number, last: object) =>
  list(length, (i) => ({
    id: i,
    callFrame: { lineNumber: 9 },
    ...(i < length - 1 ? { children: [i + 1] } : last),
  }));
const deepHeap = (length: number) =>
  `${'{"children":['.repeat(length)}${'{"selfSize":1},'.repeat(length)}{}${']}'.repeat(length)}`;

/** Recordings of one deep stack that is seen again and again. */
export const deepRecordings: Readonly<Record<string, (length: number) => string>> = {
  'v8-cpu: lines at the end of a chain': (length) =>
    JSON.stringify({
      nodes: chain(length, { hitCount: length, positionTicks: list(length, () => ({ line: 1, ticks: 1 })) }),
    }),
  'v8-cpu: leaves at the end of a chain': (length) =>
    JSON.stringify({
      nodes: [
        ...chain(length, { children: list(length, (i) => length + i) }),
        ...list(length, (i) => ({ id: length + i, callFrame: { lineNumber: 7 }, hitCount: 1 })),
      ],
    }),
  'v8-heap: leaves at the end of a chain': (length) => `{"head":${deepHeap(length)}}`,
  'firefox: threads of shared stacks': (length) =>
    JSON.stringify({
      shared: {
        funcTable: { name: [null] },
        frameTable: { func: [0] },
        stackTable: { frame: list(length, () => 0), prefixOffset: list(length, (i) => i && 1) },
      },
      threads: list(length, () => ({ name: 't', samples: { stack: [length - 1] } })),
    }),
  'firefox: leaves at the end of a chain': (length) =>
    JSON.stringify({
      shared: {
        funcTable: { name: list(2, () => null) },
        frameTable: { func: [0, 1] },
        stackTable: {
          frame: [...list(length, () => 0), ...list(length, () => 1)],
          prefixOffset: [0, ...list(length - 1, () => 1), ...list(length, (i) => i + 1)],
        },
      },
      threads: [{ samples: { stack: list(length, (i) => length + i) } }],
    }),
  'speedscope: frames that open and close again': (length) => {
    const events = [
      ...list(length, () => ({ type: 'O', frame: 0, at: 0 })),
      ...list(length, (i) => ({ type: i % 2 ? 'C' : 'O', frame: 1, at: i })),
    ];
    return JSON.stringify({ shared: { frames: [{}, {}] }, profiles: [{ unit: 'none', events }] });
  },
};
