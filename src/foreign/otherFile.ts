import { fail, type Problem } from '../base/result.ts';
import { type JsonFormat, jsonFormat } from './json.ts';

interface KnownFile {
  /** How it begins. */
  readonly pattern: RegExp;
  readonly sentence: string;
}

/** What other profilers write and we cannot read, and how a profile comes of it. */
const knownFiles: readonly KnownFile[] = [
  {
    pattern: /^FLR\0/,
    sentence:
      'This is a recording of Java Flight Recorder. Convert it with the converter of async-profiler, `jfrconv -o pprof --lines FILE.jfr FILE.pprof`, and open that file.',
  },
  {
    pattern: /^JAVA PROFILE 1\./,
    sentence:
      'This is a heap dump of Java: it has objects, and no stacks. Record allocations with async-profiler, `asprof -e alloc`, and convert them with `jfrconv -o pprof`.',
  },
  {
    pattern: /^gmon/,
    sentence:
      'This is a profile of gprof, which has no stacks. Record the program with `perf record -g`, and open perf.data.',
  },
  {
    pattern: /^Nettrace/,
    sentence:
      'This is a trace of .NET. Convert it with `dotnet-trace convert --format Speedscope`, and open that file.',
  },
  {
    // A dictionary of Python's `marshal`, whose keys are triples: file, line, function.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the number of what a key has.
    pattern: /^[{\xfb][)\xa9]\x03/,
    sentence:
      'This is a profile of cProfile, which has no stacks. Record the program with `py-spy record -f raw`, and open what it writes.',
  },
  {
    pattern: /^(?:# callgrind format|(?:version: 1\n)?creator: |version: \d+\n|positions: |events: )/,
    sentence:
      'This is a profile of callgrind, which has no stacks. Open it with KCachegrind, or record the program with `perf record -g`.',
  },
  {
    pattern: /^Analysis of sampling /,
    sentence:
      'This is what `sample` prints on macOS. Fold it with stackcollapse-sample.awk, and open that text.',
  },
  {
    pattern: /^(?:Attaching \d+ probes?|\s*@\w*\[\n)/,
    sentence: 'This is what bpftrace prints. Fold it with stackcollapse-bpftrace.pl, and open that text.',
  },
  {
    pattern: /^# To display the perf\.data header info/,
    sentence: 'This is what `perf report` prints. Open perf.data itself, or what `perf script` prints.',
  },
  {
    pattern: /^v8-version,/,
    sentence:
      'This is the log of `node --prof`. Record the program with `node --cpu-prof`, and open the .cpuprofile that it writes.',
  },
  {
    pattern: /^(?:File|Type|Build ID|Time|Duration): /,
    sentence: 'This is a report that pprof has printed. Open the profile itself.',
  },
];

/** The same for JSON. */
const knownJson: Readonly<Partial<Record<JsonFormat, string>>> = {
  'heap-snapshot':
    'This is a heap snapshot of V8: it has objects, and no stacks. Record the program with `node --heap-prof`, and open the .heapprofile that it writes.',
  'chrome-trace':
    'This is a trace of Chrome. Record a CPU profile instead, as with `node --cpu-prof`, and open the .cpuprofile.',
  dhat: 'This is a profile of DHAT. Open it with its viewer, dh_view.html.',
};

/** Enough to know them by. */
const headBytes = 64;

/** What a file is that another profiler has written, and what to do with it; `null` if that is not known. */
export function otherFile(bytes: Uint8Array): Problem | null {
  const json = jsonFormat(bytes);
  const head = Array.from(bytes.subarray(0, headBytes), (byte) => String.fromCharCode(byte)).join('');
  const sentence =
    json !== null && Object.hasOwn(knownJson, json)
      ? knownJson[json]
      : knownFiles.find(({ pattern }) => pattern.test(head))?.sentence;
  return sentence === undefined ? null : fail('not-a-profile', sentence).problem;
}
