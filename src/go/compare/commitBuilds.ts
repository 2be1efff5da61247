/** The test binary of a package at several commits. What is built stays, in its own checkout, until it is given back. */
import { join } from 'node:path';
import { ok, type Result } from '../../base/result.ts';
import type { BenchmarkRequest } from '../build/benchmarkRequest.ts';
import { withVersion } from '../build/build.ts';
import type { RunControl, Steps } from '../build/runEvents.ts';
import type { ResolvedRef } from '../git/repository.ts';
import { type BaseBuild, type CommitBase, withCommit } from './commitBuild.ts';

/** A build that is there until `release` is called; `ended` is over when nothing is left of it. */
interface KeptBuild {
  readonly built: Promise<Result<BaseBuild>>;
  readonly ended: Promise<unknown>;
  release(): void;
}

export class CommitBuilds {
  /** By hash. */
  readonly #kept = new Map<string, KeptBuild>();

  /** @param place where the checkouts and the output of each commit go */
  constructor(
    private readonly request: BenchmarkRequest,
    private readonly place: Pick<CommitBase, 'repository' | 'temporaryDirectory'>,
    private readonly control: RunControl,
    private readonly steps: Steps,
  ) {}

  /** The build of a commit, which runs in its own checkout. Problems: those of `withCommit`. */
  async build(commit: ResolvedRef): Promise<Result<BaseBuild>> {
    const kept = this.#kept.get(commit.hash) ?? this.#start(commit);
    this.#kept.set(commit.hash, kept);
    return kept.built;
  }

  /** Removes all builds but those of these commits. */
  async keepOnly(hashes: readonly string[]): Promise<void> {
    const others = [...this.#kept].filter(([hash]) => !hashes.includes(hash));
    for (const [hash, { release, ended }] of others) {
      this.#kept.delete(hash);
      release();
      await ended;
    }
  }

  #start(commit: ResolvedRef): KeptBuild {
    const { request, place, control, steps } = this;
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    let ended: Promise<unknown> = Promise.resolve();
    // Two commits that are compared write profiles of the same names.
    const outputDirectory = join(request.outputDirectory, commit.hash.slice(0, 12));
    const given = { request: { ...request, outputDirectory }, control, steps, side: 'base' } as const;
    const built = new Promise<Result<BaseBuild>>((answer, failed) => {
      ended = withVersion<null>({ ...given, title: commit.title }, (version) =>
        withCommit({ ...place, commit, outputDirectory }, version, async (found) => {
          answer(ok(found));
          await released;
          await version.written.removeAll();
          return ok(null);
        }),
      ).then((outcome) => {
        if (!outcome.ok) answer(outcome);
      }, failed);
    });
    return { built, ended, release };
  }
}
