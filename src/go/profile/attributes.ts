/**
 * What benchmarks say of themselves (`b.Attr`) and the files that they leave (`b.ArtifactDir`). Go prints and keeps both only
 * with flags that a benchmark can see (`testing.Verbose`), so one more iteration is run for them, which nobody times.
 */
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clause, fail, type Problem } from '../../base/result.ts';
import { attributesOf } from '../../bench/benchfmt/attributes.ts';
import type { Findings } from '../results/benchmarkResult.ts';
import { runAlone, type Subject } from './alone.ts';

/** Beyond this, files would push older runs out of what is kept. */
const mostArtifactBytes = 100 * 1024 * 1024;
const mostArtifactFiles = 10_000;

/** The attributes and artifacts of a benchmark. Where they cannot be had, a problem says so: the result is as good without them. */
export async function takeAttributes(subject: Subject): Promise<Findings> {
  const { result } = subject;
  const { asksFor, written, control } = subject.build;
  if (asksFor === undefined || !(asksFor.attributes || asksFor.artifacts) || control.signal.aborted)
    return {};
  const plain = result.name.replace(/[^\w=.,+-]+/g, '_').slice(0, 120);
  const folder = written.claim(`${plain}-${result.procs}`, '.artifacts');
  // The user may have named a folder that an earlier run was written to.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const args = ['-test.benchtime=1x', '-test.v', ...(asksFor.artifacts ? ['-test.artifacts'] : [])];
  const end = await runAlone(subject, args, {}, folder);
  const problem = end.ok ? end.value.failures[0]?.problem : end.problem;
  const problems: Problem[] = [];
  if (problem !== undefined && problem.code !== 'cancelled')
    problems.push(notRead(result.name, problem, end.ok ? end.value.stdout : ''));
  const attributes = end.ok ? attributesOf(end.value.stdout, result.name) : {};
  const amount = end.ok ? await amountIn(folder) : 'none';
  if (amount === 'too much') {
    const template = 'The artifacts of {0} are more than 100 MB, so they were not kept.';
    problems.push(fail('too-many-artifacts', template, [result.name]).problem);
  }
  if (amount !== 'some') await written.remove(folder);
  return {
    problems,
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...(amount === 'some' ? { artifacts: await innermost(folder) } : {}),
  };
}

function notRead(name: string, problem: Problem, output: string): Problem {
  // With `-test.v`, a benchmark's messages stand before the line that says that it has failed.
  const logged = /^ {4}\S+\.go:\d+: (.*)\n(?:^ {8}.*\n)*--- FAIL: /m.exec(output)?.[1];
  const why = logged?.replace(/\.$/, '') ?? clause(problem);
  return fail('no-attributes', 'What {0} says of itself was not read: {1}.', [name, why], problem.details)
    .problem;
}

/** How much the files below a folder are. Links are not followed. */
async function amountIn(folder: string): Promise<'none' | 'some' | 'too much'> {
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
      if (bytes > mostArtifactBytes || files > mostArtifactFiles) return 'too much';
    }
  }
  return files === 0 ? 'none' : 'some';
}

/** The innermost folder that has all files. */
async function innermost(folder: string): Promise<string> {
  const [only, ...others] = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return only?.isDirectory() === true && others.length === 0 ? innermost(join(folder, only.name)) : folder;
}
