/**
 * What benchmarks say of themselves (`b.Attr`) and the files that they leave (`b.ArtifactDir`). Go prints and keeps both only
 * with flags that a benchmark can see (`testing.Verbose`), so one more iteration is run for them, which nobody times.
 */
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Problem, sentence } from '../../base/result.ts';
import { attributesOf } from '../../bench/benchfmt/attributes.ts';
import type { Build } from '../build/build.ts';
import { type BenchmarkResult, withFindings } from '../results/benchmarkResult.ts';
import { attributeArguments } from '../time/passArguments.ts';
import { runPass } from '../time/runPass.ts';

/** Beyond this, files would push older runs out of what is kept. */
const mostArtifactBytes = 100 * 1024 * 1024;
const mostArtifactFiles = 10_000;

/**
 * The result with the attributes and artifacts of its benchmark. Where that fails, a problem of the result says so: the rest of it
 * is as good without them.
 *
 * @param others names of the other benchmarks in the package
 */
export async function takeAttributes(
  build: Build,
  result: BenchmarkResult,
  others: readonly string[],
): Promise<BenchmarkResult> {
  const { asksFor, written, request, control } = build;
  if (asksFor === undefined || !(asksFor.attributes || asksFor.artifacts) || control.signal.aborted)
    return result;
  const plain = result.name.replace(/[^\w=.,+-]+/g, '_').slice(0, 120);
  const folder = written.claim(`${plain}-${result.procs}`, '.artifacts');
  // The user may have named a folder that an earlier run was written to.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const args = attributeArguments({
    name: result.name,
    procs: request.cpu === undefined ? undefined : result.procs,
    outputDirectory: folder,
    others,
    keepsArtifacts: asksFor.artifacts,
  });
  const end = await runPass(build, args, { selected: result.name });
  const problem = end.ok ? end.value.failures[0]?.problem : end.problem;
  const problems: Problem[] = [];
  if (problem !== undefined && problem.code !== 'cancelled')
    problems.push(notRead(result, problem, end.ok ? end.value.stdout : ''));
  const attributes = end.ok ? attributesOf(end.value.stdout, result.name) : {};
  const found = end.ok ? await artifactsIn(folder) : null;
  if (found?.isTooMuch === true) problems.push(tooMuch(result));
  const isKept = found !== null && !found.isTooMuch;
  if (!isKept) await written.remove(folder);
  return withFindings(result, {
    problems,
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...(isKept ? { artifacts: found.folder } : {}),
  });
}

function notRead({ name }: BenchmarkResult, problem: Problem, output: string): Problem {
  // With `-test.v`, a benchmark's messages stand before the line that says that it has failed.
  const logged = /^ {4}\S+\.go:\d+: (.*)\n(?:^ {8}.*\n)*--- FAIL: /m.exec(output)?.[1];
  const why = (logged ?? sentence(problem)).replace(/\.$/, '');
  return fail('no-attributes', 'What {0} says of itself was not read: {1}.', [name, why], problem.details)
    .problem;
}

function tooMuch({ name }: BenchmarkResult): Problem {
  return fail('too-many-artifacts', 'The artifacts of {0} are more than 100 MB, so they were not kept.', [
    name,
  ]).problem;
}

interface FoundArtifacts {
  /** The innermost folder that has all of them. */
  readonly folder: string;
  readonly isTooMuch: boolean;
}

/** The files below a folder; `null` if there are none. Links are not followed. */
async function artifactsIn(folder: string): Promise<FoundArtifacts | null> {
  let bytes = 0;
  let files = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else {
        files++;
        bytes += (await lstat(path).catch(() => null))?.size ?? 0;
      }
      if (bytes > mostArtifactBytes || files > mostArtifactFiles) return { folder, isTooMuch: true };
    }
  }
  return files === 0 ? null : { folder: await innermost(folder), isTooMuch: false };
}

async function innermost(folder: string): Promise<string> {
  const [only, ...others] = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return only?.isDirectory() === true && others.length === 0 ? innermost(join(folder, only.name)) : folder;
}
