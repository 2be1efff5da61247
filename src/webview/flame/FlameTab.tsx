import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FlameWindow } from '../../analysis/flamePicture.ts';
import type { Picture, ProfileEngine, Zoom } from '../engine/questions.ts';
import { inlinedLabel, placeLabel, type ValueFormat } from '../format.ts';
import type { PageHost } from '../host.ts';
import type { Names } from '../names.ts';
import { markPainted } from '../painted.ts';
import { usePicture } from '../usePicture.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { FlameGraph } from './FlameGraph.tsx';
import { followPath, frameFacts, pathOf } from './frameRef.ts';
import { frameSpanning, windowOfFrame } from './geometry.ts';
import { HoverCard } from './HoverCard.tsx';
import { nextMatch } from './matches.ts';
import { publishFrames } from './publishedFrames.ts';
import { SelectedFrame } from './SelectedFrame.tsx';
import { useZoom } from './useZoom.ts';

/** What the page around the flame graph can ask of it. */
export interface FlameTabHandle {
  showEverything(): void;
  /** To the next (1) or previous (-1) match of the search. */
  step(direction: 1 | -1): void;
  focus(): void;
}

export interface FlameTabProps {
  readonly handle: RefObject<FlameTabHandle | null>;
  readonly engine: ProfileEngine;
  readonly host: PageHost;
  readonly names: Names;
  readonly sampleType: number;
  readonly format: ValueFormat;
  /** The frame to be zoomed into at first. */
  readonly firstPath: readonly string[];
  /** 1 for each entry the search marks; `null` without a search. */
  readonly matched: Uint8Array | null;
  /** The user has zoomed to this frame. */
  readonly onPath: (path: readonly string[]) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The flame graph with the path it is zoomed to above and the selected frame below. */
export function FlameTab(props: FlameTabProps) {
  const { engine, host, names, sampleType, format, matched } = props;
  const [pixels, setPixels] = useState(0);
  const zoom = useZoom(props.firstPath, sampleType, props.onPath);
  const [selectedPath, setSelectedPath] = useState<readonly string[] | null>(null);
  const [hover, setHover] = useState<{ frame: number; x: number; y: number } | null>(null);
  const root = useRef<HTMLElement>(null);

  useEffect(() => {
    // Whoever types is not looking at what lies under the pointer.
    const hide = () => setHover(null);
    addEventListener('keydown', hide);
    return () => removeEventListener('keydown', hide);
  }, []);

  const question = { sampleType, zoom: zoom.current, pixels };
  const picture = usePicture(engine, question, (picture) => names.learn(picture), props.onFailure);
  const shown = picture ?? emptyPicture;
  const window = zoom.current.window ?? shown.window;
  useLayoutEffect(() => {
    publishFrames({ picture: shown, window, names });
    return () => publishFrames(null);
  }, [shown, window, names]);

  const selected = useMemo(
    () => (selectedPath === null ? -1 : followPath(shown, names, selectedPath)),
    [shown, selectedPath, names],
  );
  const select = (frame: number) => setSelectedPath(frame === -1 ? null : pathOf(shown, names, frame));
  const zoomTo = (frame: number) => {
    zoom.to({
      path: pathOf(shown, names, frame),
      window: frame === 0 ? wholeGraph.window : windowOfFrame(shown, frame),
    });
  };
  const openSource = (frame: number) => {
    const { file, line } = frameFacts(shown, names, frame);
    if (host.hasEditor && file !== '') host.send({ type: 'open', file, line });
  };
  const describe = (frame: number) => frameDescription(shown, names, format, frame);
  const focus = () => root.current?.querySelector<HTMLElement>('.flame-tree')?.focus();

  useImperativeHandle(props.handle, () => ({
    showEverything: () => zoom.to(wholeGraph),
    step: (direction) => {
      const frame = matched === null ? -1 : nextMatch(shown, matched, window, selected, direction);
      if (frame !== -1) select(frame);
    },
    focus,
  }));

  const zoomed = frameSpanning(shown, window);
  const hovered = hover === null || hover.frame >= shown.nodes.length ? null : hover;
  const rootLabel = l10n.t('all · {0}', format.value(shown.cums[0] ?? 0));
  return (
    <main class="flame-tab" ref={root}>
      <Breadcrumb
        path={zoom.current.path}
        rootLabel={l10n.t('all')}
        onZoom={(length) => {
          const frame = followPath(shown, names, zoom.current.path.slice(0, length));
          if (frame !== -1) zoomTo(frame);
          focus();
        }}
      />
      <FlameGraph
        picture={shown}
        names={names}
        window={window}
        rootLabel={rootLabel}
        label={l10n.t('Flame graph')}
        describe={describe}
        matched={matched}
        selected={selected}
        onSelect={select}
        onZoom={zoomTo}
        onOpen={openSource}
        onWindow={(window) => zoom.drag(pathOf(shown, names, frameSpanning(shown, window)), window)}
        onBack={() => {
          if (!zoom.back()) setSelectedPath(null);
        }}
        onHover={(frame, x, y) => setHover(frame === -1 ? null : { frame, x, y })}
        onResize={setPixels}
        onDrawn={() => {
          if (picture !== null) markPainted(host);
        }}
      />
      <p class="visually-hidden" aria-live="polite">
        {selected === -1 ? '' : describe(selected)}
      </p>
      {selected !== -1 && (
        <SelectedFrame
          facts={frameFacts(shown, names, selected)}
          format={format}
          onOpen={host.hasEditor ? () => openSource(selected) : null}
          onClose={() => {
            setSelectedPath(null);
            focus();
          }}
        />
      )}
      {hovered !== null && (
        <HoverCard
          facts={frameFacts(shown, names, hovered.frame)}
          format={format}
          zoomedCum={zoomed === 0 ? null : shown.cums[zoomed]!}
          x={hovered.x}
          y={hovered.y}
        />
      )}
    </main>
  );
}

const wholeGraph: Zoom & { readonly window: FlameWindow } = { path: [], window: { left: 0, right: 1 } };

/** Stands until the first picture comes. */
const emptyPicture: Picture = {
  sampleType: -1,
  window: wholeGraph.window,
  path: [],
  total: 0,
  rowStart: Uint32Array.of(0),
  nodes: new Uint32Array(),
  lefts: new Float64Array(),
  widths: new Float64Array(),
  entries: new Int32Array(),
  cums: new Float64Array(),
  flats: new Float64Array(),
  files: new Uint32Array(),
  lines: new Uint32Array(),
  inlined: new Uint8Array(),
  newNames: [],
  newFiles: [],
};

/** What a screen reader says of a frame. */
function frameDescription(picture: Picture, names: Names, format: ValueFormat, frame: number): string {
  const { name, file, line, flat, cum, inlined } = frameFacts(picture, names, frame);
  const parts = [
    name.slice(0, 200),
    l10n.t('cum {0}, {1}', format.value(cum), format.share(cum)),
    l10n.t('flat {0}, {1}', format.value(flat), format.share(flat)),
    inlinedLabel(inlined),
    placeLabel(file, line),
  ];
  return parts.filter((part) => part !== '').join('; ');
}
