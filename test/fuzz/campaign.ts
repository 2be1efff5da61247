import { Worker } from 'node:worker_threads';
import { type FromWorker, type Inputs, WatchedInput, type WorkerOptions } from './watched.ts';

export interface CampaignOptions {
  readonly seed: number;
  /** Ends after this many inputs. */
  readonly inputs?: number;
  /** Ends after this time. */
  readonly milliseconds?: number;
  readonly guided: boolean;
  /** Default: profiles. */
  readonly makes?: Inputs;
  /** Path of the reference program; `null` to compare with none. */
  readonly reference: string | null;
  /** Of so many batches, one is compared with the reference. Default: all are. */
  readonly compareEvery?: number;
  /** After so many inputs, the time and memory of a large one are measured. Default: never. */
  readonly gaugeEvery?: number | null;
  /** Called for each finding. */
  readonly onFinding?: (finding: Finding) => void;
  /** Called from time to time. */
  readonly onProgress?: (progress: Progress) => void;
}

/** An input that shows a fault of ours. */
export interface Finding {
  readonly wrong: string;
  readonly input: Uint8Array;
}

export interface Progress {
  readonly inputs: number;
  readonly accepted: number;
  /** Inputs that google/pprof has read, too. */
  readonly compared: number;
  /** Large inputs whose time and memory were measured. */
  readonly gauged: number;
  readonly kept: number;
  readonly parts: number;
}

/** An input takes milliseconds of a processor's time, a bomb a few hundred. */
const longestMilliseconds = 30_000;
const watchMilliseconds = 200;
const heapMegabytes = 512;

/** Fuzzes until the end of the time or of the inputs. A thread that hangs or dies is a finding, and is replaced. */
export async function campaign(
  options: CampaignOptions,
): Promise<{ findings: Finding[]; progress: Progress }> {
  const until = options.milliseconds === undefined ? Infinity : Date.now() + options.milliseconds;
  const findings: Finding[] = [];
  let progress: Progress = { inputs: 0, accepted: 0, compared: 0, gauged: 0, kept: 0, parts: 0 };
  for (let round = 0; ; round++) {
    const left = (options.inputs ?? Infinity) - progress.inputs;
    if (left <= 0 || Date.now() >= until) return { findings, progress };
    const ended = await runWorker(
      { ...options, seed: options.seed + round, inputs: left },
      until,
      (message) => {
        if (message.type === 'finding') found(message);
        else {
          progress = {
            inputs: progress.inputs + message.inputs,
            accepted: progress.accepted + message.accepted,
            compared: progress.compared + message.compared,
            gauged: progress.gauged + message.gauged,
            kept: message.kept,
            parts: message.parts,
          };
          options.onProgress?.(progress);
        }
      },
    );
    if (ended === null) return { findings, progress };
    found(ended);
  }

  function found({ wrong, input }: Finding): void {
    findings.push({ wrong, input });
    options.onFinding?.({ wrong, input });
  }
}

/** Runs one thread to its end. Returns a finding if it hung or died; else `null`. */
function runWorker(
  options: CampaignOptions & { readonly inputs: number },
  until: number,
  onMessage: (message: FromWorker) => void,
): Promise<Finding | null> {
  const shared = new SharedArrayBuffer(WatchedInput.size);
  const watched = new WatchedInput(shared);
  const { seed, inputs, guided, makes = 'profiles', compareEvery = 1, gaugeEvery = null } = options;
  const reference = makes === 'profiles' ? options.reference : null;
  const workerData: WorkerOptions = {
    seed,
    inputs,
    guided,
    makes,
    reference,
    compareEvery,
    gaugeEvery,
    shared,
  };
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  return new Promise((resolve, reject) => {
    let seen = 0;
    let since = process.cpuUsage();
    const finish = (finding: Finding | null) => {
      clearInterval(watch);
      resolve(finding);
      void worker.terminate();
    };
    const watch = setInterval(() => {
      const now = Date.now();
      const current = watched.current;
      if (current === 0 || current !== seen) {
        seen = current;
        since = process.cpuUsage();
        if (now >= until) finish(null);
      } else if (millisecondsSince(since) > longestMilliseconds) {
        finish({ wrong: `hangs: more than ${longestMilliseconds} ms`, input: watched.input });
      }
    }, watchMilliseconds);
    worker.on('message', onMessage);
    worker.on('error', (error) => {
      // Between two inputs, the fault is in the fuzzer itself.
      if (watched.current === 0) reject(error);
      finish({ wrong: `the thread died: ${error.stack}`, input: watched.input });
    });
    worker.on('exit', () => finish(null));
  });
}

/** The time that processors have worked for this process, not the time that has passed: other programs run, too. */
function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
