/** What is found out once where a run counts instructions, for all of its benchmarks. */
import { madeOnce } from '../../base/maps.ts';
import type { Result } from '../../base/result.ts';
import { findValgrind, type Valgrind } from '../machine/valgrind.ts';
import type { ProcessRequest } from '../toolchain/process.ts';
import { type GoTable, goTableOf } from './goTable.ts';

export class InstructionCounting {
  #valgrind: Result<Valgrind> | undefined;
  readonly #tables = new Map<string, Promise<GoTable | null>>();
  /** Whether a benchmark has said already why none can be counted here. */
  hasSaidWhy = false;

  constructor(
    private readonly circumstances: Pick<ProcessRequest, 'env' | 'directory' | 'signal'>,
    /** Whether caches and the prediction of branches are simulated, too. */
    readonly simulates: boolean,
  ) {}

  /** Problems: those of `findValgrind`. */
  async valgrind(): Promise<Result<Valgrind>> {
    this.#valgrind ??= await findValgrind(this.circumstances);
    return this.#valgrind;
  }

  /** Go's tables in a test binary; `null` if it has none. */
  table(binary: string): Promise<GoTable | null> {
    return madeOnce(this.#tables, binary, () => goTableOf(binary));
  }
}
