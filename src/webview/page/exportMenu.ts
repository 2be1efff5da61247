import * as l10n from '@vscode/l10n';
import type { PerUnit } from '../../base/model.ts';
import { dictionary, text } from '../../base/outsideValues.ts';
import type { PageToSave } from '../../protocol.ts';
import type { MenuItem } from '../controls/Menu.tsx';
import { noFilters } from '../engine/filterList.ts';
import { nativeGzip } from '../engine/nativeGzip.ts';
import type { ExportFormat, ProfileEngine } from '../engine/questions.ts';
import type { Scope } from '../engine/scope.ts';
import type { PageHost } from '../host/host.ts';
import type { PageOperations } from '../view/format.ts';
import type { SavedView } from '../view/savedView.ts';

/** A picture as SVG text. A file has the name in it that it is given: others see it. */
export type SavedPicture = (fileName: (file: string) => string) => string;

export interface ExportSource {
  readonly title: string;
  readonly engine: ProfileEngine;
  readonly host: PageHost;
  readonly scope: Scope;
  readonly view: SavedView;
  readonly operations: PageOperations | null;
  readonly perUnit: PerUnit | undefined;
  /** The flame graph as it is in sight, or the call graph on white; `null` where none is shown. */
  readonly picture: SavedPicture | null;
  readonly onFailure: (error: unknown) => void;
}

/** The menu of everything that the profile, with its filters, can be saved as. */
export function exportMenu(source: ExportSource): MenuItem[] {
  const { title, host, picture } = source;
  const name = fileName(title);
  const offer = (ending: string, bytes: Uint8Array<ArrayBuffer>) =>
    host.offerFile(`${name}.${ending}`, bytes);
  const attempt = (work: () => Promise<void>) => () => {
    work().catch(source.onFailure);
  };
  const converted = (label: string, format: ExportFormat, ending: string): MenuItem => ({
    label,
    onChoose: attempt(async () => offer(ending, await convert(source, format))),
  });
  const items: MenuItem[] = [];
  if (picture !== null) {
    const svg = async () => {
      const names = sentNames(await convert(source, 'files'));
      return picture((file) => names[file] ?? '');
    };
    items.push(
      {
        label: l10n.t('Picture as SVG'),
        onChoose: attempt(async () => offer('svg', new TextEncoder().encode(await svg()))),
      },
      {
        label: l10n.t('Picture as PNG'),
        onChoose: attempt(async () => offer('png', await rasterized(await svg()))),
      },
    );
  }
  const page = (label: string, extra: () => Promise<Pick<PageToSave, 'sources'>>): MenuItem => ({
    label,
    onChoose: attempt(async () =>
      host.offerPage(`${name}.html`, { ...(await pageToSave(source)), ...(await extra()) }),
    ),
  });
  items.push({
    ...page(l10n.t('This page as one HTML file'), async () => ({})),
    startsGroup: items.length > 0,
  });
  if (host.hasSources) {
    items.push(
      page(l10n.t('This page with its sources'), async () => ({
        sources: await savedSources(await convert(source, 'files'), host),
      })),
    );
  }
  items.push(
    { ...converted(l10n.t('Profile (pprof)'), 'pprof', 'pb.gz'), startsGroup: true },
    converted(l10n.t('Folded stacks'), 'folded', 'folded.txt'),
    converted(l10n.t('speedscope JSON'), 'speedscope', 'speedscope.json'),
    converted(l10n.t('Firefox Profiler JSON'), 'firefox', 'profile.json'),
  );
  return items;
}

async function pageToSave(source: ExportSource): Promise<PageToSave> {
  const { title, scope, operations, perUnit } = source;
  return {
    title,
    profileBytes: await convert(source, 'page'),
    firstPicture: await convert(source, 'picture'),
    sampleType: scope.sampleType,
    operations: operations?.count ?? null,
    ...(perUnit === undefined ? {} : { perUnit }),
    view: viewOfFile(source.view),
  };
}

/**
 * What files are called where they are sent, by their names in the profile: without the folders of this machine.
 *
 * @param files JSON, the export `files`
 */
function sentNames(files: Uint8Array): Readonly<Record<string, string>> {
  return dictionary(text)(JSON.parse(new TextDecoder().decode(files))) ?? {};
}

/** In characters. A page with more opens slowly. */
const mostSaved = 2 ** 26;

/**
 * The texts of a profile's source files, as a page has them in it (`StandalonePage.sources`). What is not on this machine, or is
 * not as it was when the profile was taken, is left out.
 *
 * @param files JSON: their names in the page, by those that the host knows
 */
async function savedSources(files: Uint8Array, host: PageHost): Promise<Uint8Array<ArrayBuffer>> {
  const named = sentNames(files);
  const saved: [name: string, text: string][] = [];
  let size = 0;
  for (const [file, name] of Object.entries(named)) {
    if (file === '') continue;
    const { ok, ...answer } = await host.ask('source', { file });
    if (!ok || !('value' in answer) || !('text' in answer.value)) continue;
    size += answer.value.text.length;
    if (size > mostSaved) break;
    saved.push([name, answer.value.text]);
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(saved)));
  return new Uint8Array(await nativeGzip(json));
}

/** A saved page begins with what is in sight now. Its profile is what the filters have left. */
function viewOfFile({ results: _, ...view }: SavedView): object {
  return { ...view, run: '', filters: { ...noFilters, unfolded: view.filters.unfolded } };
}

async function convert(
  { engine, scope }: ExportSource,
  format: ExportFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await engine.ask('export', { ...scope, format }));
}

/** A file name for a title. It has only characters that every system allows. */
function fileName(title: string): string {
  const name = title
    .slice(0, 1000)
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '');
  return name.slice(0, 80) || 'profile';
}

/** Pixels of a PNG for each unit of the SVG: more than one, for screens with small pixels and for paper. */
const pixelsPerUnit = 2;
/** The longest side of a canvas that every browser draws, in pixels. */
const largestSide = 16_000;

async function rasterized(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(pixelsPerUnit, largestSide / image.width, largestSide / image.height);
  const canvas = document.createElement('canvas');
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (png === null) throw new Error('the picture is too large for a PNG');
  return new Uint8Array(await png.arrayBuffer());
}
