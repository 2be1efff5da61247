/** What an owner presses once the packages are made. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Release } from './release.ts';

/** The first with publishing that needs no secret. It needs a newer Node than we do. */
const vsce = '@vscode/vsce@4.1.0';

/** Workflows name the action by its major version. It runs the package of the same version, which must be there before. */
function actionSteps(version: string): string[] {
  const [major = ''] = version.split('.');
  const moving = `git tag --force v${major} v${version} && git push --force origin v${major}`;
  return ['Then let the action be of this version, too:', `  ${moving}`];
}

/** Kilobytes, in a column. */
function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0).padStart(6)} kB`;
}

/** What was made, and the commands that publish it. */
export function nextSteps({ version, out, published, bill, missing }: Release): string {
  const [vsix = '', tgz = ''] = published.map(({ file }) => join(out, file));
  const kind = version.isPreRelease ? 'a pre-release: no tag' : `from the tag v${version.text}`;
  const files = published.flatMap(({ file, bytes, contents }) => [
    `${file}  ${kilobytes(bytes.length)}  sha256 ${createHash('sha256').update(bytes).digest('hex')}`,
    ...[...contents]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([path, { length }]) => `  ${kilobytes(length)}  ${path}`),
  ]);
  return [
    ...files,
    '',
    `${version.text} is ready (${kind}), with its bill of materials in ${bill}.`,
    ...missing.map((each) => `Before it can be published: ${each}`),
    '',
    version.isPreRelease
      ? 'To publish it without secrets, start the workflow "Release" by hand.'
      : 'To publish it without secrets, push the tag: the workflow "Release" does the rest.',
    'Or sign in, and',
    `  npx ${vsce} publish${version.isPreRelease ? ' --pre-release' : ''} --packagePath ${vsix}`,
    `  npm publish ${tgz}${version.isPreRelease ? ' --tag next' : ''}`,
    ...(version.isPreRelease ? [] : actionSteps(version.text)),
  ].join('\n');
}
