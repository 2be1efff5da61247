import * as l10n from '@vscode/l10n';
import type { FirstPicture } from '../../analysis/flame/flamePicture.ts';
import { readPicture } from '../../analysis/flame/pictureFile.ts';
import type { MachineCode } from '../../base/model.ts';
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

export function readEmbeddedPicture(): PictureMessage | null {
  const text = takeText(pictureElement);
  const first = text === null ? null : unpackedPicture(text);
  return first === null ? null : { type: 'picture', ...readAbout(), first };
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

/** The profile that the document carries, as the message that a host would send. */
export function readEmbeddedProfile(): HostMessage {
  const text = takeText(profileElement);
  if (text === null) return { type: 'problem', message: l10n.t('This page was saved without a profile.') };
  try {
    return { type: 'profile', bytes: fromBase64(text), ...readAbout() };
  } catch {
    return { type: 'problem', message: l10n.t('The profile in this page is damaged.') };
  }
}

/** The view that the document asks for, in the form of a saved one; `null` if it asks for none. */
export function readEmbeddedView(): object | null {
  const about = parseObject(embeddedText(aboutElement) ?? '');
  const view = property(about, 'view');
  return typeof view === 'object' && view !== null ? { ...about, ...view } : null;
}

export async function readEmbeddedGraphviz(): Promise<string | null> {
  const packed = embeddedText(graphvizElement);
  return packed === null ? null : unpackedText(packed);
}

/** The source files that the document carries, by the names that the profile has for them; `null` if it has none. */
export async function readEmbeddedSources(): Promise<ReadonlyMap<string, SourceText> | null> {
  const entries = await unpackedEntries(sourcesElement);
  if (entries === null) return null;
  const sources = new Map<string, SourceText>();
  for (const [file, source] of entries) {
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

export async function readEmbeddedAssembly(): Promise<ReadonlyMap<string, MachineCode>> {
  const code = new Map<string, MachineCode>();
  for (const [name, value] of (await unpackedEntries(assemblyElement)) ?? []) {
    const read = codeReader(value);
    if (read !== undefined) code.set(name, read);
  }
  return code;
}

export function embeddedText(id: string): string | null {
  return document.getElementById(id)?.textContent ?? null;
}

/** The same. The element goes: its text is not needed any more, and is a third larger than what is in it. */
function takeText(id: string): string | null {
  const found = embeddedText(id);
  document.getElementById(id)?.remove();
  return found;
}

/** The entries of an object that is packed in an element; `null` where there is no such element. */
async function unpackedEntries(id: string): Promise<[string, unknown][] | null> {
  const packed = embeddedText(id);
  return packed === null ? null : Object.entries(parseObject(await unpackedText(packed)));
}

function readAbout() {
  const about = parseObject(embeddedText(aboutElement) ?? '');
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
