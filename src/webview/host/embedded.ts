import * as l10n from '@vscode/l10n';
import type { FirstPicture } from '../../analysis/flame/flamePicture.ts';
import { readPicture } from '../../analysis/flame/pictureFile.ts';
import type { MachineCode, PerUnit } from '../../base/model.ts';
import { list, number, object, oneOf, property, text } from '../../base/outsideValues.ts';
import {
  aboutElement,
  assemblyElement,
  graphvizElement,
  pictureElement,
  profileElement,
  sourcesElement,
} from '../../base/standalonePage.ts';
import type { SourceText } from '../../protocol.ts';
import { fromBase64, unpacked, unpackedText } from './base64.ts';
import type { HostMessage, PictureMessage } from './host.ts';

/** The first picture that a standalone document carries; `null` if it has none. */
export function readEmbeddedPicture(document: Document): PictureMessage | null {
  const element = document.getElementById(pictureElement);
  if (element === null) return null;
  element.remove();
  const first = unpackedPicture(element.textContent ?? '');
  if (first === null) return null;
  const about = readAbout(document.getElementById(aboutElement)?.textContent ?? '');
  return { type: 'picture', ...about, first };
}

/** `null` where the picture is damaged: the profile itself can still be read. */
export function unpackedPicture(text: string): FirstPicture | null {
  try {
    return readPicture(unpacked(fromBase64(text)));
  } catch (error) {
    console.warn('pprof Lens: the page’s first picture is damaged; the profile is read instead.', error);
    return null;
  }
}

/** The profile that a standalone document carries, as the message that a host would send. */
export function readEmbeddedProfile(document: Document): HostMessage {
  const data = document.getElementById(profileElement);
  if (data === null) return { type: 'problem', message: l10n.t('This page was saved without a profile.') };
  const about = readAbout(document.getElementById(aboutElement)?.textContent ?? '');
  const bytes = decoded(data.textContent ?? '');
  // The text is not needed any more, and is a third larger than the profile.
  data.remove();
  if (bytes === null) return { type: 'problem', message: l10n.t('The profile in this page is damaged.') };
  return { type: 'profile', bytes, ...about };
}

/** The view that a standalone document asks for, in the form of a saved one; `null` if it asks for none. */
export function readEmbeddedView(document: Document): object | null {
  const about = parseObject(document.getElementById(aboutElement)?.textContent ?? '');
  const view = property(about, 'view');
  return typeof view === 'object' && view !== null ? { ...about, ...view } : null;
}

/** The script that draws call graphs, if the document carries it. */
export async function readEmbeddedGraphviz(document: Document): Promise<string | null> {
  const packed = document.getElementById(graphvizElement)?.textContent;
  return packed == null ? null : unpackedText(packed);
}

/** The source files that the document carries, by the names that the profile has for them; `null` if it has none. */
export async function readEmbeddedSources(document: Document): Promise<Map<string, SourceText> | null> {
  const packed = document.getElementById(sourcesElement)?.textContent;
  if (packed == null) return null;
  const sources = new Map<string, SourceText>();
  for (const [file, source] of Object.entries(parseObject(await unpackedText(packed)))) {
    const found = text(source);
    const refused = text(property(source, 'refused'));
    if (refused !== undefined) sources.set(file, { refused });
    else sources.set(file, found === undefined ? { missing: 'changed' } : { text: found });
  }
  return sources;
}

const codeReader = object<MachineCode>({
  symbols: list(
    object({
      name: text,
      end: number,
      instructions: list(object({ address: number, file: text, line: number, text })),
    }),
  ),
  loads: list(object({ mapping: number, base: number })),
});

/** The instructions that the document carries, by function. */
export async function readEmbeddedAssembly(document: Document): Promise<ReadonlyMap<string, MachineCode>> {
  const packed = document.getElementById(assemblyElement)?.textContent;
  const code = new Map<string, MachineCode>();
  if (packed == null) return code;
  for (const [name, value] of Object.entries(parseObject(await unpackedText(packed)))) {
    const read = codeReader(value);
    if (read !== undefined) code.set(name, read);
  }
  return code;
}

interface About {
  readonly title: string;
  readonly sampleType: number;
  readonly operations: number | null;
  readonly perUnit: PerUnit | undefined;
}

function readAbout(json: string): About {
  const about = parseObject(json);
  const operations = number(property(about, 'operations')) ?? 0;
  return {
    title: text(property(about, 'title')) ?? '',
    sampleType: number(property(about, 'sampleType')) ?? -1,
    operations: operations > 0 ? operations : null,
    perUnit: oneOf('request', 'second')(property(about, 'perUnit')),
  };
}

function parseObject(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function decoded(text: string): ArrayBuffer | null {
  try {
    return fromBase64(text);
  } catch {
    return null;
  }
}
