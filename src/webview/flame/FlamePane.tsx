import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ProfileEngine } from '../engine/profileEngine.ts';
import type { PictureAnswer, Scope, TreePart } from '../engine/questions.ts';
import { FunctionMenu, type OpenMenu } from '../view/FunctionMenu.tsx';
import type { ValueFormat } from '../view/format.ts';
import type { ChosenFunction, FunctionActions } from '../view/functionActions.ts';
import type { Names } from '../view/names.ts';
import type { Colouring, Direction } from '../view/savedView.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { useFramesAtCursor } from './editorLink.ts';
import { emptyPicture } from './emptyPicture.ts';
import { FlameGraph } from './FlameGraph.tsx';
import { type FrameFacts, followPath, frameDescription, frameFacts, named, pathOf } from './frameRef.ts';
import { frameSpanning } from './geometry.ts';
import { HoverCard } from './HoverCard.tsx';
import { nextMatch } from './matches.ts';
import { pictureSvg } from './pictureSvg.ts';
import { type PublishedGraph, publishFrames } from './publishedFrames.ts';
import { pageBackground, readTheme, textMeasure } from './theme.ts';
import { type PictureControl, useFlamePicture } from './useFlamePicture.ts';
import { useSelection } from './useSelection.ts';

/** What the page around a flame graph can do with it. */
export interface FlameHandle {
  showEverything(): void;
  /** Zooms to the frame of a path. */
  zoomTo(path: readonly string[]): void;
  /** Selects the next (1) or the previous (-1) match of the search. */
  step(direction: 1 | -1): void;
  deselect(): void;
  /** Deselects, and takes the focus from the bar of the selected frame, which disappears. */
  clearSelection(): void;
  focus(): void;
  /** What is in sight, as an SVG document. */
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
  /** Name of the root, in the picture and for a screen reader. */
  readonly rootName: string;
  /** First word of the path above the picture. */
  readonly pathBegin: string;
  /** The frame that the graph is zoomed to at first. */
  readonly firstPath: readonly string[];
  /** A picture that is shown until the engine's first answer, if it is of the right samples. */
  readonly firstPicture?: PictureAnswer | null;
  /** By name index: 1 for each name that the search marks; `null` without a search. */
  readonly matched: Uint8Array | null;
  readonly actions: FunctionActions;
  /** `pprofLens.frames()` returns the frames of this graph. */
  readonly isPublished: boolean;
  /** The user has zoomed to a frame; or is dragging, and this frame fills the window at the moment. */
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

/** A flame graph of one tree, with the path of its zoom above it, and the card and the menu of a frame. */
export function FlamePane(props: FlamePaneProps) {
  const { names, part, format, matched, actions } = props;
  const picture = useFlamePicture(props);
  const { shown, window } = picture;
  const { selected, select } = useSelection(props, shown);
  const atCursor = useFramesAtCursor(shown, names);
  const [hover, setHover] = useState<Point | null>(null);
  const [menu, setMenu] = useState<OpenMenu<number> | null>(null);
  const root = useRef<HTMLDivElement>(null);
  usePublished(props.isPublished, { picture: shown, window, names });
  useEffect(() => hideOnKeys(() => setHover(null)), []);

  const openSource = (frame: number) => {
    const { file, line } = frameFacts(shown, names, frame);
    if (file !== '') actions.openSource?.(file, line);
  };
  const describe = (frame: number) => frameDescription(shown, names, format, frame, props.rootName);
  const focus = () => root.current?.querySelector<HTMLElement>('.flame-tree')?.focus();
  const rootLabel = l10n.t('{0} · {1}', props.rootName, format.value(shown.cums[0] ?? 0));

  useImperativeHandle(props.handle, () => ({
    showEverything: picture.showEverything,
    zoomTo: picture.zoomToPath,
    step: (direction) => {
      const frame = matched === null ? -1 : nextMatch(shown, matched, window, selected, direction);
      if (frame !== -1) select(frame);
    },
    deselect: () => select(-1),
    clearSelection: () => {
      select(-1);
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

  return (
    <div class="flame-pane" ref={root}>
      <Breadcrumb
        path={picture.path}
        rootLabel={props.pathBegin}
        graph={props.label}
        onZoom={(length) => {
          const frame = followPath(shown, names, picture.path.slice(0, length));
          if (frame !== -1) picture.zoomTo(frame);
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
        onZoom={picture.zoomTo}
        onOpen={openSource}
        onWindow={picture.drag}
        onBack={() => {
          if (!picture.back()) select(-1);
        }}
        onMenu={(frame, x, y) => setMenu(frame > 0 ? { of: frame, x, y } : null)}
        onHover={(frame, x, y) => setHover(frame === -1 || menu !== null ? null : { frame, x, y })}
        onResize={picture.setPixels}
        onDrawn={() => {
          if (shown !== emptyPicture) props.onDrawn();
        }}
      />
      <p class="visually-hidden" aria-live="polite">
        {selected === -1 ? '' : describe(selected)}
      </p>
      {hover !== null && isIn(shown, hover.frame) && (
        <HoverCard
          facts={named(frameFacts(shown, names, hover.frame), props.rootName)}
          format={format}
          treeIs={part.is}
          zoomedCum={zoomedCum(picture)}
          x={hover.x}
          y={hover.y}
        />
      )}
      {menu !== null && isIn(shown, menu.of) && (
        <FunctionMenu
          label={l10n.t('Frame')}
          menu={{ ...menu, of: chosenFunction(props, shown, menu.of) }}
          actions={actions}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

/** A new picture may have fewer frames than the one that the pointer was on. */
function isIn({ nameIndexes }: PictureAnswer, frame: number): boolean {
  return frame < nameIndexes.length;
}

/** Cum of the frame that the graph is zoomed to; `null` where everything is in sight. */
function zoomedCum({ shown, window }: PictureControl): number | null {
  const zoomed = frameSpanning(shown, window);
  return zoomed === 0 ? null : shown.cums[zoomed]!;
}

function chosenFunction(
  { names, part }: FlamePaneProps,
  shown: PictureAnswer,
  frame: number,
): ChosenFunction {
  const stack = part.is === 'all' ? pathOf(shown, names, frame) : null;
  return { ...frameFacts(shown, names, frame), stack };
}

function usePublished(isPublished: boolean, { picture, window, names }: PublishedGraph): void {
  useLayoutEffect(() => {
    if (!isPublished) return;
    publishFrames({ picture, window, names });
    return () => publishFrames(null);
  }, [isPublished, picture, window, names]);
}

/** A user who types does not look at the card under the pointer: any key hides it. */
function hideOnKeys(hide: () => void): () => void {
  addEventListener('keydown', hide);
  return () => removeEventListener('keydown', hide);
}
