/** What must be true of what is published. Each check returns sentences about what is wrong. */
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { property } from '../base/outsideValues.ts';

/** Files by their path in a package. */
export type Contents = ReadonlyMap<string, Uint8Array>;

/** Of each package, in bytes. */
const largestPackage = 5_000_000;

/** The owner in addresses of package.json, as long as there is none. */
const noOwner = '/OWNER';

/** The files of a VSIX, as they are once installed. */
export function vsixContents(vsix: Uint8Array): Contents {
  const all = Object.entries(unzipSync(vsix)).map(([path, bytes]) => [path, bytes] as const);
  return new Map(all.map(([path, bytes]) => [path.replace(/^extension\//, ''), bytes]));
}

/** The files of a package for npm. */
export function npmContents(tgz: Uint8Array): Contents {
  const tar = gunzipSync(tgz);
  const textAt = (from: number, size: number) =>
    tar.toString('utf8', from, from + size).replace(/\0.*$/s, '');
  const contents = new Map<string, Uint8Array>();
  const block = 512;
  for (let at = 0; tar[at] !== 0 && at < tar.length; ) {
    const [name, prefix] = [textAt(at, 100), textAt(at + 345, 155)];
    const size = Number.parseInt(textAt(at + 124, 12), 8);
    const path = prefix === '' ? name : `${prefix}/${name}`;
    contents.set(path.replace(/^package\//, ''), tar.subarray(at + block, at + block + size));
    at += block + Math.ceil(size / block) * block;
  }
  return contents;
}

/** All that both packages may have, and what must be in both. */
const allowed =
  /^(?:package\.json|dist\/[\w./-]+\.(?:js|css|ttf|txt|wasm)|(?:readme|changelog)\.md|license(?:\.txt)?)$/i;
const alsoInVsix =
  /^(?:package\.nls(?:\.[\w-]+)?\.json|media\/|dist\/[\w-]+\.cjs$|extension\.vsixmanifest$|\[Content_Types\]\.xml$)/;
const notices = 'dist/ThirdPartyNotices.txt';

/**
 * Checks a package.
 *
 * @param name of its file
 * @param here texts that would say where it was made
 */
export function checkPackage(
  name: string,
  packed: Uint8Array,
  contents: Contents,
  here: readonly string[],
): string[] {
  const isVsix = name.endsWith('.vsix');
  const wrong: string[] = [];
  if (packed.length > largestPackage)
    wrong.push(`${name} has ${packed.length} bytes, more than ${largestPackage}.`);
  for (const [path, bytes] of contents) {
    if (!allowed.test(path) && !(isVsix && alsoInVsix.test(path))) wrong.push(`${name} has ${path}.`);
    const text = Buffer.from(bytes).toString('latin1');
    for (const place of here)
      if (text.includes(place)) wrong.push(`${path} in ${name} names the folder ${place}.`);
    if (/^(?:\/\/|\/\*)# sourceMappingURL=(?!data:)/m.test(text))
      wrong.push(`${path} in ${name} names a source map.`);
  }
  const manifest: unknown = JSON.parse(textOf(contents, 'package.json'));
  for (const path of [notices, ...filesNamed(manifest, isVsix)])
    if (!contents.has(path) && ![...contents.keys()].some((file) => file.startsWith(`${path}/`)))
      wrong.push(`${name} lacks ${path}.`);
  return wrong;
}

function textOf(contents: Contents, path: string): string {
  return Buffer.from(contents.get(path) ?? []).toString('utf8');
}

/** What a manifest says is there: files, and folders with something in them. */
function filesNamed(manifest: unknown, isVsix: boolean): string[] {
  const programs = Object.values(Object(property(manifest, 'bin')));
  const ofEditor = [
    ...['main', 'browser'].flatMap((name) => property(manifest, name) ?? []),
    ...(JSON.stringify(manifest).match(/(?<=")(?:\.\/)?media\/[^"]+/g) ?? []),
  ];
  return [...programs, ...(isVsix ? ofEditor : [])].map((path) => String(path).replace(/^\.\//, ''));
}

/**
 * Checks the page that a marketplace shows: the README as it is packed has addresses for its pictures.
 *
 * @param sources paths that the repository has
 */
export function checkListing(readme: string, sources: ReadonlySet<string>, ref: string): string[] {
  const images = [...readme.matchAll(/!\[[^\]]*\]\(([^)\s]+)/g)].map(([, address = '']) => address);
  if (images.length === 0) return ['The README shows no picture.'];
  return images.flatMap((address) => {
    const [, at, path = ''] = /^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/raw\/([^/]+)\/(.+)$/.exec(address) ?? [];
    if (at !== ref) return [`The README shows ${address}, which is not a picture of ${ref}.`];
    return sources.has(path) ? [] : [`The README shows ${path}, which is not in the repository.`];
  });
}

/** Checks what only a person can fill in. */
export function checkOwner(manifest: unknown): string[] {
  const isMissing = JSON.stringify(manifest).includes(noOwner);
  return isMissing
    ? [`package.json has addresses of ${noOwner.slice(1)}: write there whose repository it is.`]
    : [];
}
