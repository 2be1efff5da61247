import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { hasFilters } from '../engine/filterList.ts';
import type { ProfileEngine } from '../engine/profileEngine.ts';
import type { PictureAnswer, Scope, TreePart } from '../engine/questions.ts';
import { FunctionMenu, type OpenMenu } from '../view/FunctionMenu.tsx';
import type { ValueFormat } from '../view/format.ts';
import type { FunctionActions } from '../view/functionActions.ts';
import type { Names } from '../view/names.ts';
import type { Colouring, Direction } from '../view/savedView.ts';
import { useAnswer } from '../view/useAnswer.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { useFramesAtCursor, useReveal } from './editorLink.ts';
import { emptyPicture } from './emptyPicture.ts';
import { FlameGraph } from './FlameGraph.tsx';
import { settlingTime } from './flameCanvas.ts';
import { type FrameFacts, followPath, frameDescription, frameFacts, pathOf } from './frameRef.ts';
import { frameSpanning, windowOfFrame } from './geometry.ts';
import { HoverCard } from './HoverCard.tsx';
import { nextMatch } from './matches.ts';
import { pictureSvg } from './pictureSvg.ts';
import { type DrawnGraph, publishFrames } from './publishedFrames.ts';
import { pageBackground, readTheme, textMeasure } from './theme.ts';
import { useZoom, wholeGraph } from './useZoom.ts';

/** What the page around a flame graph can ask of it. */
export interface FlameHandle {
  showEverything(): void;
  /** Zooms to the frame that a path names. */
  zoomTo(path: readonly string[]): void;
  /** To the next (1) or previous (-1) match of the search. */
  step(direction: 1 | -1): void;
  deselect(): void;
  /** Deselects, and takes the focus back from what stood for the selection. */
  clearSelection(): void;
  focus(): void;
  /** The picture as it is seen, as an SVG document. */
  svg(title: string): string;
}

export interface FlamePaneProps {
  readonly handle: RefObject<FlameHandle | null>;
  readonly engine: ProfileEngine;
  readonly names: Names;
  readonly scope: Scope;
  readonly part: TreePart;
  readonly format: ValueFormat;
  readonly direction: Direction;
  readonly colouring: Colouring;
  /** Accessible name of the graph. */
  readonly label: string;
  /** What the root is called, in the picture and for a screen reader. */
  readonly rootName: string;
  /** What the path above the picture begins with. */
  readonly pathBegin: string;
  /** The frame to be zoomed into at first. */
  readonly firstPath: readonly string[];
  /** Shown until there is a better one, if it is of the right samples. */
  readonly firstPicture?: PictureAnswer | null;
  /** By name index: 1 for each name that the search marks; `null` without a search. */
  readonly matched: Uint8Array | null;
  readonly actions: FunctionActions;
  /** Whether this is the graph that `pprofLens.frames()` tells of. */
  readonly isPublished: boolean;
  /** The user has zoomed to this frame; or is dragging, and it is what is seen just now. */
  readonly onPath?: (path: readonly string[], isDragged: boolean) => void;
  readonly onSelected: (frame: FrameFacts | null) => void;
  readonly onDrawn: () => void;
  readonly onFailure: (error: unknown) => void;
}

interface Point {
  readonly frame: number;
  readonly x: number;
  readonly y: number;
}

/** A flame graph of one tree: the path it is zoomed to above it, card and menu of its frames. */
export function FlamePane(props: FlamePaneProps) {
  const { engine, names, scope, part, format, matched, actions } = props;
  const [pixels, setPixels] = useState(0);
  const zoom = useZoom(props.firstPath, scope, props.onPath);
  const [selectedPath, setSelectedPath] = useState<readonly string[] | null>(null);
  const [hover, setHover] = useState<Point | null>(null);
  const [menu, setMenu] = useState<OpenMenu<number> | null>(null);
  const root = useRef<HTMLDivElement>(null);

  const [isMoving, moved] = useMoving();

  const question = useMemo(
    // While the picture moves there is no time for what is hardly to be seen.
    () => ({ ...scope, part, zoom: zoom.current, pixels: isMoving ? pixels / coarseness : pixels }),
    [scope, part, zoom.current, pixels, isMoving],
  );
  const answer = useAnswer(
    engine,
    'picture',
    pixels > 0 ? question : null,
    question,
    props.onFailure,
    (picture) => names.learn(picture),
  );
  const shown = answer ?? fitting(props.firstPicture, props) ?? emptyPicture;
  const window = zoom.current.window ?? shown.window;
  const zoomedPath = zoom.current.window === null ? shown.path : zoom.current.path;
  usePublished(props.isPublished, { picture: shown, window, names });
  useEffect(() => hideOnKeys(() => setHover(null)), []);

  const selected = useMemo(
    () => (selectedPath === null ? -1 : followPath(shown, names, selectedPath)),
    [shown, selectedPath, names],
  );
  useEffect(() => {
    props.onSelected(selected === -1 ? null : named(frameFacts(shown, names, selected), props.rootName));
  }, [shown, selected]);

  useReveal(selectedPath, selected === -1 ? null : frameFacts(shown, names, selected));
  const atCursor = useFramesAtCursor(shown, names);

  const select = (frame: number) => setSelectedPath(frame === -1 ? null : pathOf(shown, names, frame));
  const zoomTo = (frame: number) => {
    const target = frame === 0 ? wholeGraph.window : windowOfFrame(shown, frame);
    zoom.to({ path: pathOf(shown, names, frame), window: target });
  };
  const openSource = (frame: number) => {
    const { file, line } = frameFacts(shown, names, frame);
    if (file !== '') actions.openSource?.(file, line);
  };
  const describe = (frame: number) => frameDescription(shown, names, format, frame, props.rootName);
  const focus = () => root.current?.querySelector<HTMLElement>('.flame-tree')?.focus();

  const rootLabel = l10n.t('{0} · {1}', props.rootName, format.value(shown.cums[0] ?? 0));

  useImperativeHandle(props.handle, () => ({
    showEverything: () => zoom.to(wholeGraph),
    zoomTo: (path) => zoom.to({ path, window: null }),
    step: (direction) => {
      const frame = matched === null ? -1 : nextMatch(shown, matched, window, selected, direction);
      if (frame !== -1) select(frame);
    },
    deselect: () => setSelectedPath(null),
    clearSelection: () => {
      setSelectedPath(null);
      focus();
    },
    focus,
    svg: (title) => {
      const theme = readTheme();
      const coloured = { picture: shown, colouring: props.colouring, total: format.total, matched };
      const seen = { ...coloured, window, direction: props.direction, rootLabel, title, describe };
      return pictureSvg(seen, names, theme, pageBackground(), textMeasure(theme));
    },
  }));

  const zoomed = frameSpanning(shown, window);
  const hovered = hover === null || hover.frame >= shown.nameIndexes.length ? null : hover;
  return (
    <div class="flame-pane" ref={root}>
      <Breadcrumb
        path={zoomedPath}
        rootLabel={props.pathBegin}
        graph={props.label}
        onZoom={(length) => {
          const frame = followPath(shown, names, zoomedPath.slice(0, length));
          if (frame !== -1) zoomTo(frame);
          focus();
        }}
      />
      <FlameGraph
        picture={shown}
        names={names}
        window={window}
        direction={props.direction}
        rootLabel={rootLabel}
        colouring={props.colouring}
        total={format.total}
        label={props.label}
        describe={describe}
        matched={matched}
        selected={selected}
        atCursor={atCursor}
        onSelect={select}
        onZoom={zoomTo}
        onOpen={openSource}
        onWindow={(window) => {
          moved();
          zoom.drag(pathOf(shown, names, frameSpanning(shown, window)), window);
        }}
        onBack={() => {
          if (!zoom.back()) setSelectedPath(null);
        }}
        onMenu={(frame, x, y) => setMenu(frame > 0 ? { of: frame, x, y } : null)}
        onHover={(frame, x, y) => setHover(frame === -1 || menu !== null ? null : { frame, x, y })}
        onResize={setPixels}
        onDrawn={() => {
          if (shown !== emptyPicture) props.onDrawn();
        }}
      />
      <p class="visually-hidden" aria-live="polite">
        {selected === -1 ? '' : describe(selected)}
      </p>
      {hovered !== null && (
        <HoverCard
          facts={named(frameFacts(shown, names, hovered.frame), props.rootName)}
          format={format}
          treeIs={part.is}
          zoomedCum={zoomed === 0 ? null : shown.cums[zoomed]!}
          x={hovered.x}
          y={hovered.y}
        />
      )}
      {menu !== null && menu.of < shown.nameIndexes.length && (
        <FunctionMenu
          label={l10n.t('Frame')}
          menu={{
            ...menu,
            of: {
              ...frameFacts(shown, names, menu.of),
              stack: part.is === 'all' ? pathOf(shown, names, menu.of) : null,
            },
          }}
          actions={actions}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

/** The picture that came with the profile, while nobody has asked for another part of it. */
function fitting(
  picture: PictureAnswer | null | undefined,
  { scope, part, firstPath }: FlamePaneProps,
): PictureAnswer | null {
  if (picture == null || part.is !== 'all' || firstPath.length > 0 || hasFilters(scope.filters)) return null;
  return picture.sampleType === scope.sampleType ? picture : null;
}

/** How many times narrower frames may be than those that are asked for while the picture moves. */
const coarseness = 5;

/** Whether the user moves the picture, and what to call when they do. */
function useMoving(): [boolean, () => void] {
  const [isMoving, setMoving] = useState(false);
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const moved = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => setMoving(false), settlingTime);
    setMoving(true);
  };
  return [isMoving, moved];
}

/** The root has no function's name. */
function named(facts: FrameFacts, rootName: string): FrameFacts {
  return facts.depth === 0 ? { ...facts, name: rootName } : facts;
}

function usePublished(isPublished: boolean, { picture, window, names }: DrawnGraph): void {
  useLayoutEffect(() => {
    if (!isPublished) return;
    publishFrames({ picture, window, names });
    return () => publishFrames(null);
  }, [isPublished, picture, window, names]);
}

/** Whoever types is not looking at what lies under the pointer. */
function hideOnKeys(hide: () => void): () => void {
  addEventListener('keydown', hide);
  return () => removeEventListener('keydown', hide);
}
