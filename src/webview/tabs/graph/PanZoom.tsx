import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../controls/Icon.tsx';

const largestScale = 8;
const smallestScale = 0.02;
/** Below this scale texts cannot be read. Content too large for it is shown in part at first. */
const readableScale = 0.7;
/** How far an arrow key moves the content, in pixels. */
const arrowStep = 60;

/** The place of the content: it is scaled first, then moved. */
interface Placement {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Shows content that is larger than its element. Dragging and the arrow keys move it, the wheel, + and - zoom, 0
 * shows all of it.
 *
 * @param size size of the content in pixels; a new object fits the content into the element again, as far as it stays
 *   readable
 * @param first what is in the middle at first where not all of it is readable
 */
export function PanZoom(props: {
  label: string;
  size: { readonly width: number; readonly height: number };
  first: () => Element | undefined;
  children: ComponentChildren;
}) {
  const { size } = props;
  const place = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const placement = useRef<Placement>({ scale: 1, x: 0, y: 0 });

  const put = (next: Placement) => {
    placement.current = next;
    const { scale, x, y } = next;
    content.current!.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  };
  const fit = (leastScale = 0) => {
    const { clientWidth, clientHeight } = place.current!;
    const whole = Math.min(clientWidth / size.width, clientHeight / size.height, 1) * 0.98;
    const scale = Math.max(whole, leastScale);
    const x = (clientWidth - size.width * scale) / 2;
    put({ scale, x, y: Math.max(4, (clientHeight - size.height * scale) / 2) });
  };
  const zoom = (factor: number, x: number, y: number) => {
    const now = placement.current;
    const scale = Math.min(largestScale, Math.max(smallestScale, now.scale * factor));
    const grown = scale / now.scale;
    put({ scale, x: x - (x - now.x) * grown, y: y - (y - now.y) * grown });
  };
  const zoomCentre = (factor: number) => {
    const { clientWidth, clientHeight } = place.current!;
    zoom(factor, clientWidth / 2, clientHeight / 2);
  };
  const move = (dx: number, dy: number) => {
    const { scale, x, y } = placement.current;
    put({ scale, x: x + dx, y: y + dy });
  };

  /** Moves an element of the content into the middle. */
  const centre = (element: Element) => {
    const [at, around] = [element, place.current!].map((each) => each.getBoundingClientRect());
    if (at === undefined || around === undefined) return;
    const [dx, dy] = [around.left - at.left, around.top - at.top];
    move(dx + (around.width - at.width) / 2, dy + (around.height - at.height) / 2);
  };

  useEffect(() => {
    fit(readableScale);
    const first = placement.current.scale <= readableScale ? props.first() : undefined;
    if (first !== undefined) centre(first);
  }, [size]);
  useEffect(() => {
    const element = place.current!;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const bounds = element.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY * 0.002), event.clientX - bounds.left, event.clientY - bounds.top);
    };
    // Not passive: the handler prevents the zoom of the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(arrowStep, 0),
    ArrowRight: () => move(-arrowStep, 0),
    ArrowUp: () => move(0, arrowStep),
    ArrowDown: () => move(0, -arrowStep),
    '+': () => zoomCentre(1.25),
    '=': () => zoomCentre(1.25),
    '-': () => zoomCentre(0.8),
    '0': () => fit(),
  };
  return (
    <div
      ref={place}
      class="pan-zoom"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that move and zoom need a place
      tabIndex={0}
      aria-label={props.label}
      onKeyDown={(event) => {
        const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
        if (action === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        action();
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) move(event.movementX, event.movementY);
      }}
    >
      <div ref={content} class="pan-zoom-content">
        {props.children}
      </div>
      <div class="pan-zoom-buttons">
        <IconButton icon="zoom-in" label={l10n.t('Zoom in')} onClick={() => zoomCentre(1.25)} />
        <IconButton icon="zoom-out" label={l10n.t('Zoom out')} onClick={() => zoomCentre(0.8)} />
        <IconButton icon="screen-full" label={l10n.t('Show all of it')} onClick={() => fit()} />
      </div>
    </div>
  );
}
