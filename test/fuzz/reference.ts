/** google/pprof's own parser as a program. Its source is in reference/. */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** google/pprof's answer for an input; see reference/main.go. */
export interface Verdict {
  readonly accepted: boolean;
  readonly legacy: boolean;
  readonly error: string;
  readonly sampleTypes: readonly string[];
  readonly totals: readonly string[];
  readonly samples: number;
  readonly locations: number;
  readonly functions: number;
  readonly mappings: number;
  readonly digest: number;
}

const source = join(import.meta.dirname, 'reference');

/**
 * Builds a Go program of the reference's module in a cache folder, unless it is there. Throws without Go, or if its
 * modules cannot be downloaded.
 *
 * @param program the program's folder in the module, or the path of a package of another module
 * @returns path of the program
 */
export async function buildReference(program = '.'): Promise<string> {
  const own = existsSync(join(source, program));
  const files = ['go.mod', 'go.sum', ...(own ? [join(program, 'main.go')] : [])].map((file) =>
    readFileSync(join(source, file)),
  );
  const version = createHash('sha256')
    .update(Buffer.concat([...files, Buffer.from(program)]))
    .digest('hex')
    .slice(0, 16);
  // Not in the temporary folder: another user could put a program there.
  const judges = process.env.PPROF_LENS_JUDGES ?? join(import.meta.dirname, '../../.vscode-test');
  const folder = join(judges, 'reference');
  const path = join(folder, `${version}${process.platform === 'win32' ? '.exe' : ''}`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  await promisify(execFile)('go', ['build', '-o', path, own ? `./${program}` : program], { cwd: source });
  return path;
}

/** Builds google/pprof's command line, the newest of the reference's module, in the same cache. */
export function buildPprof(): Promise<string> {
  return buildReference('github.com/google/pprof');
}

/** The folder of a module that the reference requires, in Go's module cache. Throws as `buildReference`. */
export async function modulePath(module: string): Promise<string> {
  const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', module], { cwd: source });
  const answer: { Dir: string } = JSON.parse(stdout);
  return answer.Dir;
}

/** A running reference. */
export class Reference {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting: { resolve(verdict: Verdict): void; reject(error: Error): void }[] = [];

  /** @param program path from `buildReference` */
  constructor(program: string) {
    this.#process = spawn(program);
    createInterface(this.#process.stdout).on('line', (line) => {
      // The program is our own main.go, so its answers have this form.
      this.#waiting.shift()?.resolve(JSON.parse(line) as Verdict);
    });
    let errorText = '';
    this.#process.stderr.on('data', (text) => {
      errorText += String(text);
    });
    this.#process.stdin.on('error', () => {});
    this.#process.on('close', () => {
      for (const { reject } of this.#waiting.splice(0))
        reject(new Error(`the reference ended: ${errorText}`));
    });
  }

  ask(input: Uint8Array): Promise<Verdict> {
    return this.askAll([input]).then(([verdict]) => verdict!);
  }

  /** Asks for many inputs at once, which takes less time for each. */
  askAll(inputs: readonly Uint8Array[]): Promise<Verdict[]> {
    const pieces = inputs.flatMap((input) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(input.length);
      return [length, input];
    });
    this.#process.stdin.write(Buffer.concat(pieces));
    return Promise.all(
      inputs.map(
        () =>
          new Promise<Verdict>((resolve, reject) => {
            this.#waiting.push({ resolve, reject });
          }),
      ),
    );
  }

  close(): void {
    this.#process.stdin.end();
  }
}
