/** Reads benchmark text, as a test binary or `go test -bench` prints it. */
import { readUnitLine, type UnitFacts, type UnitMetadata, unitFacts } from './format.ts';
import { GrowingNames, type NameAndProcs, type ProcsHint, separateProcs } from './procs.ts';
import { type Measurement, readAnnouncement, readNumbersAtEnd, readResultLine } from './resultLine.ts';

/** One result line: one measurement of one benchmark. */
export interface NamedMeasurement extends Measurement {
  /** Full name without the procs suffix: `BenchmarkTable/n=1/x-y`. */
  readonly name: string;
  /** GOMAXPROCS of the run. */
  readonly procs: number;
  /** The configuration lines above the result: `goos`, `goarch`, `pkg`, `cpu`, any other key. */
  readonly config: Readonly<Record<string, string>>;
}

/** A `--- FAIL: BenchmarkX` header and the log lines under it. */
export interface BenchmarkBlock {
  readonly outcome: 'FAIL' | 'SKIP' | 'BENCH';
  /** As printed. FAIL and BENCH may have a procs suffix. */
  readonly name: string;
  /** The log lines with their indentation, joined by newlines. */
  readonly log: string;
}

export interface BenchmarkText {
  readonly measurements: readonly NamedMeasurement[];
  readonly blocks: readonly BenchmarkBlock[];
  /** The first benchmark whose name was printed but never its numbers: it crashed or skipped there. As printed. */
  readonly unfinished: string | null;
  /** There were more than `mostMeasurements` result lines; the others were left out. */
  readonly isCut: boolean;
  /** What `Unit` lines say, wherever the program or a benchmark printed them. */
  readonly units: UnitFacts;
}

interface PrintedMeasurement extends Measurement {
  readonly printed: string;
  readonly config: Readonly<Record<string, string>>;
}

/**
 * A benchmark may print gigabytes, even without a line break. Only the two ends of a long line are kept, because names
 * are at the start of a line and numbers at its end.
 */
const keptOfLongLine = 4096;
const longLine = 16 * keptOfLongLine;
const longestLog = 64 * 1024;
const mostUnits = 100;
/** Nobody takes so many measurements in one process, but a program may print any number of lines that look like one. */
export const mostMeasurements = 250_000;
/** A program may print any number of lines that look like configuration. */
const mostKeys = 100;

const configLine = /^([a-z][^\s\p{Lu}:]*):(?:[ \t](.*))?$/su;
const blockHeader = /--- (FAIL|SKIP|BENCH): (Benchmark\S*)$/;
/** What `testing` prints of a timed loop that has panicked or skipped: the average of no operation. */
const noOperations = /(?:^| )0\t +NaN ns\/op(?:\t|$)/;

/** What `go test` prints at the end of a package. The next package does not continue this one. */
const packageEnd = /^(?:(?:FAIL|ok {2})\t\S+\t|exit status \d)/;

/** Reads text piece by piece. Its memory has a limit, whatever a benchmark prints. */
export class BenchmarkTextParser {
  #line = '';
  #config: Readonly<Record<string, string>> = {};
  #keys = 0;
  #measurements: PrintedMeasurement[] = [];
  #blocks: { outcome: BenchmarkBlock['outcome']; name: string; lines: string[]; length: number }[] = [];
  #inBlock = false;
  /** The benchmark that is running: its name was printed, its numbers were not yet. */
  #running: string | null = null;
  #unfinished: string | null = null;
  readonly #units: UnitMetadata = new Map();
  #isCut = false;
  /** So many measurements have been handed out by `news`. */
  #told = 0;
  /** The names of those, by package. */
  readonly #names = new Map<string, GrowingNames>();

  /** Reads the next piece, which may end in the middle of a line. */
  push(text: string): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#append(text.slice(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#append(text.slice(start));
  }

  /**
   * The measurements that have been read since the last call. What comes later can change what counts as a procs suffix:
   * only `finish` knows the names for certain.
   *
   * @param hint the same in all calls
   */
  news(hint: ProcsHint = {}): NamedMeasurement[] {
    const news = this.#measurements.slice(this.#told);
    this.#told = this.#measurements.length;
    return news.map(({ printed, config, iterations, metrics }) => {
      const pkg = config.pkg ?? '';
      const names = this.#names.get(pkg) ?? new GrowingNames(hint);
      this.#names.set(pkg, names);
      return { ...names.add(printed), config, iterations, metrics };
    });
  }

  /** Call it after the last piece. Returns everything that was read. */
  finish(hint: ProcsHint = {}): BenchmarkText {
    if (this.#line !== '') this.#endLine();
    return {
      measurements: namedMeasurements(this.#measurements, hint),
      blocks: this.#blocks.map(({ outcome, name, lines }) => ({ outcome, name, log: lines.join('\n') })),
      unfinished: this.#unfinished ?? this.#running,
      isCut: this.#isCut,
      units: unitFacts(this.#units),
    };
  }

  #append(piece: string): void {
    this.#line += piece;
    if (this.#line.length > longLine) {
      this.#line = this.#line.slice(0, keptOfLongLine) + this.#line.slice(-keptOfLongLine);
    }
  }

  #endLine(): void {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    if (this.#takeUnit(line)) return;
    if (!this.#takeBlock(line) && !this.#takeResult(line)) this.#takeConfig(line);
  }

  /** Log lines are indented by at least four spaces and follow their header at once. */
  #takeBlock(line: string): boolean {
    const block = this.#blocks.at(-1);
    if (this.#inBlock && block && line.startsWith('    ')) {
      block.length += line.length;
      if (block.length <= longestLog) block.lines.push(line);
      return true;
    }
    this.#inBlock = false;
    const header = blockHeader.exec(line);
    if (!header) return false;
    const outcome = header[1] === 'FAIL' ? 'FAIL' : header[1] === 'SKIP' ? 'SKIP' : 'BENCH';
    // A failure is printed instead of the numbers, so it may follow the name on the same line.
    if (header.index !== 0 && outcome === 'BENCH') return false;
    if (outcome === 'FAIL') this.#running = null;
    this.#blocks.push({ outcome, name: header[2]!, lines: [], length: 0 });
    this.#inBlock = true;
    return true;
  }

  #takeResult(line: string): boolean {
    // While a benchmark runs, a name in the middle of a line is text that it printed itself.
    const announced = readAnnouncement(line, this.#running !== null);
    if (announced) this.#running = announced.name;
    if (this.#running !== null && noOperations.test(line)) {
      this.#endUnmeasured();
      return true;
    }
    // Try the alignment of `testing` first: text that the benchmark printed before them may look like numbers, too.
    const aligned = announced && readNumbersAtEnd(announced.rest);
    if (announced && aligned) return this.#record(announced.name, aligned);
    const whole = readResultLine(line);
    if (whole) return this.#record(whole.name, whole);
    if (announced) return true;
    if (this.#running === null) return false;
    const numbers = readNumbersAtEnd(line);
    if (numbers) return this.#record(this.#running, numbers);
    if (packageEnd.test(line)) this.#endUnmeasured();
    // All other lines are the benchmark's own output.
    return true;
  }

  #endUnmeasured(): void {
    this.#unfinished ??= this.#running;
    this.#running = null;
  }

  /** The first line that a benchmark prints stands behind its name. */
  #takeUnit(line: string): boolean {
    if (this.#units.size >= mostUnits) return false;
    const text = line.startsWith('Unit') ? line : (readAnnouncement(line, true)?.rest ?? '');
    const isUnit = readUnitLine(text, this.#units) !== null;
    return isUnit && text === line;
  }

  #record(printed: string, { iterations, metrics }: Measurement): true {
    this.#running = null;
    if (this.#measurements.length === mostMeasurements) this.#isCut = true;
    else this.#measurements.push({ printed, config: this.#config, iterations, metrics });
    return true;
  }

  #takeConfig(line: string): void {
    const match = configLine.exec(line);
    if (match === null || (this.#config[match[1]!] === undefined && this.#keys === mostKeys)) return;
    if (this.#config[match[1]!] === undefined) this.#keys++;
    this.#config = { ...this.#config, [match[1]!]: (match[2] ?? '').trim() };
  }
}

/** Separates procs suffixes from names, package by package: `-cpu` is the same for all benchmarks of a package. */
function namedMeasurements(
  printedMeasurements: readonly PrintedMeasurement[],
  hint: ProcsHint,
): NamedMeasurement[] {
  const printedByPackage = new Map<string, string[]>();
  for (const { printed, config } of printedMeasurements) {
    const names = printedByPackage.get(config.pkg ?? '');
    if (names) names.push(printed);
    else printedByPackage.set(config.pkg ?? '', [printed]);
  }
  const separated = new Map<string, Iterator<NameAndProcs>>();
  for (const [pkg, names] of printedByPackage) separated.set(pkg, separateProcs(names, hint).values());
  return printedMeasurements.map(({ printed, config, iterations, metrics }) => {
    const next = separated.get(config.pkg ?? '')?.next();
    const { name, procs }: NameAndProcs = next && !next.done ? next.value : { name: printed, procs: 1 };
    return { name, procs, config, iterations, metrics };
  });
}

/** Reads a whole text at once. */
export function parseBenchmarkText(text: string, hint: ProcsHint = {}): BenchmarkText {
  const parser = new BenchmarkTextParser();
  parser.push(text);
  return parser.finish(hint);
}
