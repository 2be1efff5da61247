import * as l10n from '@vscode/l10n';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import type { PictureAnswer } from '../../engine/questions.ts';
import { useFramesAtCursor } from '../../view/atCursor.ts';
import { FunctionMenu, type OpenMenu } from '../../view/FunctionMenu.tsx';
import type { ChosenFunction } from '../../view/functionActions.ts';
import type { Names } from '../../view/names.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { FlameGraph } from './FlameGraph.tsx';
import type { FlamePaneProps } from './flamePaneProps.ts';
import { followPath, frameDescription, frameFacts, named, pathOf } from './frameRef.ts';
import { frameSpanning } from './geometry.ts';
import { HoverCard } from './HoverCard.tsx';
import { pictureSvg } from './pictureSvg.ts';
import { type PublishedGraph, publishFrames } from './publishedFrames.ts';
import { pageBackground, readTheme, textMeasure } from './theme.ts';
import { emptyPicture, type PictureControl, useFlamePicture } from './useFlamePicture.ts';

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
      const { colouring, changes } = props;
      const coloured = { picture: shown, colouring, total: format.total, matched, changes };
      const seen = { ...coloured, window, direction: props.direction, rootLabel, title, describe };
      return pictureSvg(seen, names, theme, pageBackground(), textMeasure(theme));
    },
  }));

  return (
    <div class="flame-pane" ref={root}>
      <Breadcrumb
        path={picture.path}
        names={names}
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
        changes={props.changes}
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
          if (picture.back()) return true;
          select(-1);
          return selected !== -1;
        }}
        onMenu={(frame, x, y) => setMenu(isFunction(shown, names, frame) ? { of: frame, x, y } : null)}
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
          isUncertain={
            hover.frame > 0 && props.changes.isUncertain(names.name(shown.nameIndexes[hover.frame]!))
          }
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

/** The root stands for no function, nor do frames of what is folded. */
function isFunction({ nameIndexes }: PictureAnswer, names: Names, frame: number): boolean {
  return frame > 0 && names.folded(nameIndexes[frame]!) === undefined;
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

/**
 * The next frame that the search marks, row by row. After the last frame comes the first. -1 if none is in the
 * window.
 */
function nextMatch(
  { nameIndexes, lefts, widths }: PictureAnswer,
  matched: Uint8Array,
  window: FlameWindow,
  selected: number,
  direction: 1 | -1,
): number {
  const count = nameIndexes.length;
  const start = selected === -1 && direction === -1 ? 0 : selected;
  for (let step = 1; step <= count; step++) {
    const frame = (((start + direction * step) % count) + count) % count;
    const isInWindow = lefts[frame]! < window.right && lefts[frame]! + widths[frame]! > window.left;
    if (isInWindow && matched[nameIndexes[frame]!] === 1) return frame;
  }
  return -1;
}

interface SelectionControl {
  /** The frame of the picture; -1 where none is selected, or the picture does not have it. */
  readonly selected: number;
  /** Selects a frame; -1 deselects. */
  select(frame: number): void;
}

/** The selected frame of a pane. It stays selected in the next picture: the selection is the frame's path. */
function useSelection(
  { names, rootName, onSelected }: FlamePaneProps,
  shown: PictureAnswer,
): SelectionControl {
  const [path, setPath] = useState<readonly string[] | null>(null);
  const selected = useMemo(() => (path === null ? -1 : followPath(shown, names, path)), [shown, path, names]);
  const facts = selected === -1 ? null : frameFacts(shown, names, selected);
  useEffect(() => onSelected(facts === null ? null : named(facts, rootName)), [shown, selected]);
  return { selected, select: (frame) => setPath(frame === -1 ? null : pathOf(shown, names, frame)) };
}
