import * as l10n from '@vscode/l10n';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import { useMenu } from '../../controls/Menu.tsx';
import type { PictureAnswer } from '../../engine/questions.ts';
import { useFramesAtCursor } from '../../view/atCursor.ts';
import { functionMenu } from '../../view/functionActions.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { FlameGraph } from './FlameGraph.tsx';
import type { FlamePaneProps } from './flamePaneProps.ts';
import { costText, followPath, frameDescription, frameFacts, named, pathOf } from './frameRef.ts';
import { frameSpanning, nextMatch } from './geometry.ts';
import { HoverCard } from './HoverCard.tsx';
import { pictureSvg } from './pictureSvg.ts';
import { publishFrames } from './publishedFrames.ts';
import { emptyPicture, useFlamePicture } from './useFlamePicture.ts';

interface Hover {
  readonly frame: number;
  readonly x: number;
  readonly y: number;
  readonly hasCard: boolean;
}

/** A flame graph of one tree, with the path of its zoom above it, and the card and the menu of a frame. */
export function FlamePane(props: FlamePaneProps) {
  const { names, part, format, matched, colouring, changes, actions, direction, rootName } = props;
  const control = useFlamePicture(props);
  const { shown: picture, window } = control;
  const { selected, select } = useSelection(props, picture);
  const atCursor = useFramesAtCursor(picture, names);
  const [hover, setHover] = useState<Hover | null>(null);
  const [menu, openMenu] = useMenu();
  const root = useRef<HTMLDivElement>(null);
  // A picture that has just come need not have the frame that was under the pointer.
  const hovered = hover !== null && hover.frame < picture.nameIndexes.length ? hover.frame : -1;
  useLayoutEffect(
    () => (props.isPublished ? publishFrames(picture, window, names) : undefined),
    [props.isPublished, picture, window, names],
  );
  // A user who types does not look at the card under the pointer: any key hides it.
  useEffect(() => {
    const hideCard = () => setHover((now) => now && { ...now, hasCard: false });
    addEventListener('keydown', hideCard);
    return () => removeEventListener('keydown', hideCard);
  }, []);

  const openSource = (frame: number) => {
    const { file, line } = frameFacts(picture, names, frame);
    if (file !== '') actions.openSource?.(file, line);
  };
  const openFrameMenu = (frame: number, x: number, y: number) => {
    // The root stands for no function, nor do frames of what is folded.
    if (frame <= 0 || names.folded(picture.nameIndexes[frame]!) !== undefined) return;
    const stack = part.is === 'all' ? pathOf(picture, names, frame) : null;
    const items = functionMenu({ ...frameFacts(picture, names, frame), stack }, actions);
    openMenu({ label: l10n.t('Frame'), items, x, y });
  };
  const describe = (frame: number) => frameDescription(picture, names, format, frame, rootName);
  const focus = () => root.current?.querySelector<HTMLElement>('.flame-tree')?.focus();
  const rootLabel = l10n.t('{0} · {1}', rootName, costText(frameFacts(picture, names, 0), format));
  const total = format.total;
  const coloured = { picture, colouring, total, matched, changes };
  const shown = { ...coloured, direction, rootLabel, selected, hovered, atCursor };

  useImperativeHandle(props.handle, () => ({
    showEverything: control.showEverything,
    zoomTo: control.zoomToPath,
    step: (step) => {
      const frame = matched === null ? -1 : nextMatch(picture, matched, window, selected, step);
      if (frame !== -1) select(frame);
    },
    deselect: () => select(-1),
    clearSelection: () => {
      select(-1);
      focus();
    },
    focus,
    svg: (title, fileName) => {
      const tooltip = (frame: number) => frameDescription(picture, names, format, frame, rootName, fileName);
      return pictureSvg(shown, window, title, tooltip, names);
    },
  }));

  return (
    <div class="flame-pane" ref={root}>
      <Breadcrumb
        path={control.path}
        names={names}
        rootLabel={props.pathBegin}
        graph={props.label}
        onZoom={(length) => {
          const frame = followPath(picture, names, control.path.slice(0, length));
          if (frame !== -1) control.zoomTo(frame);
          focus();
        }}
      />
      <FlameGraph
        shown={shown}
        window={window}
        names={names}
        label={props.label}
        describe={describe}
        onSelect={select}
        onZoom={control.zoomTo}
        onOpen={openSource}
        onWindow={control.drag}
        onBack={() => {
          if (control.back()) return true;
          select(-1);
          return selected !== -1;
        }}
        onMenu={openFrameMenu}
        onHover={(frame, x, y) => setHover(frame === -1 ? null : { frame, x, y, hasCard: menu === null })}
        onResize={control.setPixels}
        onDrawn={() => {
          if (picture !== emptyPicture) props.onDrawn();
        }}
      />
      <p class="visually-hidden" aria-live="polite">
        {selected === -1 ? '' : describe(selected)}
      </p>
      {hover?.hasCard === true && hovered !== -1 && (
        <HoverCard
          facts={named(frameFacts(picture, names, hovered), rootName)}
          format={format}
          isUncertain={hovered > 0 && changes.isUncertain(names.name(picture.nameIndexes[hovered]!))}
          treeIs={part.is}
          zoomedCum={zoomedCum(picture, window)}
          x={hover.x}
          y={hover.y}
        />
      )}
      {menu}
    </div>
  );
}

/** Cum of the frame that the graph is zoomed to; `null` where everything is in sight. */
function zoomedCum(picture: PictureAnswer, window: FlameWindow): number | null {
  const zoomed = frameSpanning(picture, window);
  return zoomed === 0 ? null : picture.cums[zoomed]!;
}

/** The selected frame, and a function that selects one; -1 for none. The selection is its path: it stays in the next picture. */
function useSelection({ names, rootName, onSelected }: FlamePaneProps, picture: PictureAnswer) {
  const [path, setPath] = useState<readonly string[] | null>(null);
  const selected = useMemo(
    () => (path === null ? -1 : followPath(picture, names, path)),
    [picture, path, names],
  );
  const facts = selected === -1 ? null : named(frameFacts(picture, names, selected), rootName);
  useEffect(() => onSelected(facts), [picture, selected]);
  const select = (frame: number) => setPath(frame === -1 ? null : pathOf(picture, names, frame));
  return { selected, select };
}
