/** What the packages contain of others, as an SPDX document: the same works of which the notices are made. */
import { createHash } from 'node:crypto';
import type { Contents } from './checks.ts';

/** What `dist/works.json` says of a work. */
export interface ShippedWork {
  readonly name: string;
  /** Empty where it is part of another work. */
  readonly version: string;
  /** As SPDX writes it. */
  readonly licence: string;
  readonly home: string;
  /** The files of ours that contain it. */
  readonly files: readonly string[];
}

/** A package that is published. */
export interface Published {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly contents: Contents;
}

export interface BillOptions {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The address of the repository. */
  readonly home: string;
  readonly commit: string;
  /** Seconds since 1970. */
  readonly date: number;
}

const document = 'SPDXRef-DOCUMENT';
const noAssertion = 'NOASSERTION';

/** The document, in SPDX 2.3's JSON. */
export function billOfMaterials(
  published: readonly Published[],
  works: readonly ShippedWork[],
  { name, version, licence, home, commit, date }: BillOptions,
): Record<string, unknown> {
  const own = published.map(({ file, bytes }) => ({
    ...packageOf(name, version, licence, home),
    SPDXID: idOf(file),
    packageFileName: file,
    checksums: [{ algorithm: 'SHA256', checksumValue: createHash('sha256').update(bytes).digest('hex') }],
  }));
  const others = works.map((work) => ({
    ...packageOf(work.name, work.version, work.licence, work.home),
    SPDXID: workId(work),
    ...(work.version === '' ? {} : { externalRefs: [npmReference(work)] }),
  }));
  const relationships = published.flatMap(({ file, contents }) => [
    relationship(document, 'DESCRIBES', idOf(file)),
    ...works
      .filter(({ files }) => files.some((each) => contents.has(each)))
      .map((work) => relationship(idOf(file), 'CONTAINS', workId(work))),
  ]);
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: document,
    name: `${name}-${version}`,
    documentNamespace: `${home}/spdx/${name}-${version}-${commit}`,
    creationInfo: {
      created: new Date(date * 1000).toISOString().replace(/\.\d+/, ''),
      creators: [`Tool: ${name}-release`],
    },
    packages: [...own, ...others],
    relationships,
  };
}

function packageOf(name: string, version: string, licence: string, home: string) {
  return {
    name,
    ...(version === '' ? {} : { versionInfo: version }),
    downloadLocation: home === '' ? noAssertion : home,
    filesAnalyzed: false,
    licenseConcluded: licence,
    licenseDeclared: licence,
    copyrightText: noAssertion,
  };
}

function relationship(from: string, relationshipType: 'DESCRIBES' | 'CONTAINS', to: string) {
  return { spdxElementId: from, relationshipType, relatedSpdxElement: to };
}

function npmReference({ name, version }: ShippedWork) {
  const locator = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
  return { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: locator };
}

/** A part of another work may be in two of them, from two places. */
function workId({ name, version, files }: ShippedWork): string {
  const place =
    version === '' ? `-${createHash('sha256').update(files.join()).digest('hex').slice(0, 8)}` : '';
  return idOf(`${name}-${version}${place}`);
}

function idOf(name: string): string {
  return `SPDXRef-${name.replaceAll(/[^\w.-]+|_/g, '-').replace(/^-|-$/g, '')}`;
}
