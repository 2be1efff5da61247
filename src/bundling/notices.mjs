/** Makes the notices about what we ship of others from what the bundles contain. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { allowedLicences, embedded, missingTexts, remarks } from './thirdParty.mjs';

/**
 * @typedef {object} Work something of others in our files
 * @property {string} name
 * @property {string} version empty where it is not known
 * @property {string} licence SPDX
 * @property {string} home where it comes from
 * @property {string} remark what its licence wants said; often empty
 * @property {string} text of its licence
 * @property {readonly string[]} files of ours that contain it, sorted
 */

const packageFolder = /^(.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/;

/**
 * Folders of packages by the files that contain code of them. esbuild counts pictures and fonts in a style sheet as
 * imports of it.
 *
 * @param {import('esbuild').Metafile[]} metafiles
 * @returns {Map<string, Set<string>>}
 */
export function packagesInBundles(metafiles) {
  const found = new Map();
  for (const { inputs, outputs } of metafiles) {
    for (const [output, { inputs: parts }] of Object.entries(outputs)) {
      const used = Object.keys(parts).filter((input) => parts[input].bytesInOutput > 0);
      const urls = used.flatMap((input) =>
        (inputs[input]?.imports ?? []).filter(({ kind }) => kind === 'url-token').map(({ path }) => path),
      );
      for (const input of [...used, ...urls]) addPackage(found, input, output);
    }
  }
  return found;
}

/**
 * @param {Map<string, Set<string>>} found gains the package of the file, if it is of one
 * @param {string} input path of a file
 * @param {string} output our file that contains it
 */
export function addPackage(found, input, output) {
  const folder = packageFolder.exec(resolve(input))?.[1];
  if (folder !== undefined) found.set(folder, (found.get(folder) ?? new Set()).add(output));
}

/**
 * All works in our files, sorted by name. Throws when one has no licence, or no text of it, or one that is not allowed.
 *
 * @param {Map<string, Set<string>>} packages as `packagesInBundles` finds them
 * @param {(file: string) => string} readText
 * @param {(folder: string) => string[]} listFolder
 * @returns {Work[]}
 */
export function worksOf(
  packages,
  readText = (file) => readFileSync(file, 'utf8'),
  listFolder = (folder) => readdirSync(folder),
) {
  const works = [...packages].flatMap(([folder, outputs]) => {
    const files = [...outputs].sort();
    const own = ownWork(folder, files, readText, listFolder);
    return [own, ...(embedded[own.name] ?? []).map((part) => embeddedWork(part, own, readText))];
  });
  for (const { name, licence } of works) checkLicence(name, licence);
  return works.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** @returns {Work} */
function ownWork(folder, files, readText, listFolder) {
  const { name, version, license, repository } = JSON.parse(readText(`${folder}/package.json`));
  const shipped = listFolder(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort();
  const missing = missingTexts[name];
  if (shipped.length === 0 && missing === undefined) {
    throw new Error(
      `The package ${name} ships no text of its licence. Find it, and put it into missingTexts of src/bundling/thirdParty.mjs.`,
    );
  }
  const text =
    shipped.length === 0
      ? readText(licenceFile(missing.text))
      : shipped.map((file) => readText(`${folder}/${file}`).trim()).join('\n\n');
  return {
    name,
    version,
    licence: license ?? 'none',
    home: addressOf(repository),
    remark: remarks[name] ?? '',
    text: tidy(text),
    files,
  };
}

/** @returns {Work} */
function embeddedWork({ name, licence, home, text, offer }, container, readText) {
  const inside = `Part of ${container.name} ${container.version}.`;
  return {
    name,
    version: '',
    licence,
    home,
    remark: offer === undefined ? inside : `${inside} ${offer}`,
    text: tidy(readText(licenceFile(text))),
    files: container.files,
  };
}

function licenceFile(name) {
  return new URL(`licences/${name}`, import.meta.url);
}

/** Of several licences, `OR` asks for one of them, `AND` for each. */
function checkLicence(name, licence) {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ');
  const fits = choices.some((choice) => choice.split(' AND ').every((one) => allowedLicences.includes(one)));
  if (fits) return;
  throw new Error(
    `${name} is under the licence ${licence}, which is not on the list of allowed ones in src/bundling/thirdParty.mjs.`,
  );
}

/** An address that a browser opens. */
function addressOf(repository) {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '');
  if (/^[\w.-]+\/[\w.-]+$/.test(url)) return `https://github.com/${url}`;
  return url
    .replace(/^git\+/, '')
    .replace(/^git@github\.com:|^git:\/\/github\.com\//, 'https://github.com/')
    .replace(/\.git$/, '');
}

/** One kind of line ends, no byte-order mark, no spaces that nobody sees. */
function tidy(text) {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?<![ \t\f])[ \t\f]+$/gm, '')
    .trim();
}

const rule = '='.repeat(80);

/**
 * @param {Work[]} works
 * @param {string} about a sentence that says what they are in
 */
export function noticesText(works, about) {
  const sections = groups(works).map(([first, ...more]) =>
    [...[first, ...more].map(heading), '', first.text].join('\n'),
  );
  return `${[`THIRD-PARTY NOTICES\n\n${about}`, ...sections].join(`\n\n${rule}\n\n`)}\n`;
}

/** Works with the very same text share a section. */
function groups(works) {
  const byText = new Map();
  for (const work of works) {
    const same = byText.get(work.text);
    if (same === undefined) byText.set(work.text, [work]);
    else if (!same.some(({ name, remark }) => name === work.name && remark === work.remark)) same.push(work);
  }
  return [...byText.values()];
}

function heading({ name, version, licence, home, remark, files }) {
  const title = `${[name, version].filter((part) => part !== '').join(' ')} · ${licence} · ${home}`;
  return [title, ...(remark === '' ? [] : [remark]), `In ${files.join(', ')}`].join('\n');
}

/**
 * The notices as a comment for the end of a style sheet, from which they get into every saved page. Creative Commons is
 * content with an address instead of its long text.
 *
 * @param {Work[]} works
 * @param {string} about
 */
export function styleComment(works, about) {
  const linked = works.map((work) =>
    work.licence === 'CC-BY-4.0'
      ? { ...work, text: 'https://creativecommons.org/licenses/by/4.0/legalcode' }
      : work,
  );
  return `/*!\n${noticesText(linked, about).replaceAll('*/', '* /').replaceAll('</', '< /')}*/\n`;
}
