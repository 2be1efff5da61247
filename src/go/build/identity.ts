/** What a test binary is: its code and what it was built with. It is read when it is first asked for, as a first measurement needs neither. */
import { lazily } from '../../base/lazily.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import type { Surroundings } from '../results/surroundings.ts';
import { linkedModules } from '../sources/sourceRoots.ts';
import type { BenchmarkRequest } from './benchmarkRequest.ts';
import { type AskedForIdentity, surroundingsOf } from './surroundings.ts';
import { codeHash } from './testBinary.ts';

export interface Identity {
  /** See `BenchmarkResult`. */
  readonly codeHash: string | null;
  /** See `BenchmarkResult`. */
  readonly surroundings?: Surroundings | undefined;
}

/** What is asked for its identity. The binary must be there when that happens first. */
export interface Identified {
  readonly identity: () => Promise<Identity>;
}

/** Reads the identity of a binary once, when it is asked for. */
export function identityOf(binary: string, request: AskedForIdentity): Identified['identity'] {
  return lazily(async () => {
    const [hash, surroundings] = await Promise.all([
      codeHash(binary, request.env),
      surroundingsOf(binary, request),
    ]);
    return { codeHash: hash, surroundings };
  });
}

/** Whether two builds have the same machine code. */
export async function haveSameCode(now: Identified, base: Identified): Promise<boolean> {
  const [{ codeHash: ofNow }, { codeHash: ofBase }] = await Promise.all([now.identity(), base.identity()]);
  return ofNow !== null && ofNow === ofBase;
}

/** The result with the identity of its build. */
export async function withIdentity(result: BenchmarkResult, build: Identified): Promise<BenchmarkResult> {
  const { codeHash: hash, surroundings } = await build.identity();
  // The go.mod of a commit may choose another toolchain.
  const known = surroundings === undefined ? {} : { goVersion: surroundings.go, surroundings };
  return { ...result, codeHash: hash, ...known };
}

/** The build with the modules that are linked into it, of which Go says nothing in a test binary. Its source must be there. */
export async function withModules<T extends Identified & { readonly request: BenchmarkRequest }>(
  build: T,
): Promise<T> {
  const { toolchain, packageDirectory: directory, env, tags = '' } = build.request;
  return buildNamingModules(build, await linkedModules({ toolchain, directory, env, tags }));
}

/** The build with the modules that are linked into it; `null` where they are not known. */
export function buildNamingModules<T extends Identified>(
  build: T,
  modules: Surroundings['modules'] | null,
): T {
  return { ...build, identity: lazily(async () => namingModules(await build.identity(), modules)) };
}

/** A result or an identity with the modules that are linked into it; `null` where they are not known. */
export function namingModules<T extends { readonly surroundings?: Surroundings | undefined }>(
  known: T,
  modules: Surroundings['modules'] | null,
): T {
  const { surroundings } = known;
  return surroundings === undefined || modules === null
    ? known
    : { ...known, surroundings: { ...surroundings, modules } };
}
