import * as l10n from '@vscode/l10n';
import type { PerUnit } from '../../base/model.ts';
import type { PageToSave } from '../../protocol.ts';
import type { MenuItem } from '../controls/Menu.tsx';
import { noFilters } from '../engine/filterList.ts';
import type { ProfileEngine } from '../engine/profileEngine.ts';
import type { ExportFormat } from '../engine/questions.ts';
import type { Scope } from '../engine/scope.ts';
import type { PageHost } from '../host/host.ts';
import type { SavedView } from '../view/savedView.ts';
import { savedSources } from './savedSources.ts';

/** Everything that exports are made from. */
export interface ExportSource {
  readonly title: string;
  readonly engine: ProfileEngine;
  readonly host: PageHost;
  readonly scope: Scope;
  readonly view: SavedView;
  readonly operations: number | null;
  readonly perUnit: PerUnit | undefined;
  /** The flame graph as it is in sight, or the call graph on white, as SVG text; `null` where none is shown. */
  readonly picture: (() => string) | null;
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
    items.push(
      {
        label: l10n.t('Picture as SVG'),
        onChoose: () => offer('svg', new TextEncoder().encode(picture())),
      },
      {
        label: l10n.t('Picture as PNG'),
        onChoose: attempt(async () => offer('png', await rasterized(picture()))),
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
    operations,
    ...(perUnit === undefined ? {} : { perUnit }),
    view: viewOfFile(source.view),
  };
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
