import * as l10n from '@vscode/l10n';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type GraphLimits, pprofLimits } from '../../../analysis/callGraph/graphLimits.ts';
import { useMenu } from '../../controls/Menu.tsx';
import { Loading, Message } from '../../controls/statusPages.tsx';
import type { GraphAnswer } from '../../engine/questions.ts';
import { useFirstAtCursor } from '../../view/atCursor.ts';
import { FailedTab } from '../../view/FailedQuestion.tsx';
import { functionMenu } from '../../view/functionActions.ts';
import type { TabProps } from '../../view/tabProps.ts';
import { useAnswer } from '../../view/useAnswer.ts';
import { useHostAnswer } from '../../view/useHostAnswer.ts';
import { GraphDrawer } from './graphDrawer.ts';
import { graphNodes, graphSvg } from './graphSvg.ts';
import { PanZoom } from './PanZoom.tsx';

/** A drawing of a graph, or why there is none. */
type Drawing = { readonly svg: string; readonly graph: GraphAnswer } | { readonly reason: string };

/**
 * pprof's call graph, drawn by Graphviz. Graphviz is part of the extension: nothing has to be installed.
 *
 * @param props `onDrawn` gets the drawing as Graphviz made it, on white, to be saved
 */
export function CallGraphTab(props: TabProps & { readonly onDrawn: (svg: string | null) => void }) {
  const { engine, host, scope, actions, onDrawn } = props;
  const [limits, setLimits] = useState(pprofLimits);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [menu, openMenu] = useMenu();
  const graphviz = useHostAnswer(host, 'graphviz', null);
  const drawer = useRef<GraphDrawer | null>(null);
  const atCursor = useFirstAtCursor();
  const graph = useAnswer(engine, 'graph', { ...scope, ...limits, atCursor });

  useEffect(() => () => drawer.current?.dispose(), []);
  const script = graphviz.is === 'answered' ? graphviz.answer : null;
  useEffect(() => {
    if (graph === null || script === null) return;
    let isLatest = true;
    draw(script, drawer, graph).then((drawing) => {
      if (!isLatest) return;
      onDrawn('svg' in drawing ? drawing.svg : null);
      setDrawing(drawing);
    });
    return () => {
      isLatest = false;
    };
  }, [graph, script]);

  return (
    <div class="call-graph">
      <LimitFields limits={limits} shown={graph?.functions.length ?? 0} onChange={setLimits} />
      {graphviz.is === 'failed' ? (
        <FailedTab heading={l10n.t('No call graph')} failed={graphviz} />
      ) : graphviz.is === 'answered' && graphviz.answer === null ? (
        <NoGraph reason={l10n.t('This page was saved without Graphviz, which draws call graphs.')} />
      ) : drawing === null ? (
        <Loading text={l10n.t('Drawing the call graph…')} />
      ) : 'reason' in drawing ? (
        <NoGraph reason={drawing.reason} />
      ) : (
        <GraphCanvas
          {...drawing}
          onChoose={(name, x, y) => {
            const chosen = { name, file: '', line: 0, stack: null };
            openMenu({ label: name, items: functionMenu(chosen, actions), x, y });
          }}
        />
      )}
      {menu}
    </div>
  );
}

function NoGraph({ reason }: { reason: string }) {
  return <Message icon="warning" heading={l10n.t('No call graph')} text={reason} role="alert" />;
}

/** Draws with Graphviz, which is started when it is first needed. */
async function draw(
  script: string,
  drawer: { current: GraphDrawer | null },
  graph: GraphAnswer,
): Promise<Drawing> {
  try {
    drawer.current ??= new GraphDrawer(script);
    return { svg: await drawer.current.draw(graph.dot), graph };
  } catch (error) {
    console.error(error);
    // Only the size can be the reason where Graphviz has understood the graph: that of the graph or of its texts.
    return {
      reason: /syntax error/i.test(String(error))
        ? l10n.t('Graphviz does not understand the call graph, an error of pprof Lens. Please report it.')
        : /.{10000}/.test(graph.dot)
          ? l10n.t(
              'Graphviz could not draw the call graph: it has names of thousands of characters. Leave them out with a filter.',
            )
          : l10n.t('Graphviz could not draw the call graph. Try fewer nodes.'),
    };
  }
}

/** The drawing, with its nodes made into buttons. */
function GraphCanvas(props: {
  svg: string;
  graph: GraphAnswer;
  onChoose: (functionName: string, x: number, y: number) => void;
}) {
  const { svg } = props;
  const { functions, hottest } = props.graph;
  const paper = useRef<HTMLDivElement>(null);
  const picture = useMemo(() => graphSvg(svg), [svg]);
  const size = useMemo(() => {
    const { width = 1, height = 1 } = picture?.viewBox.baseVal ?? {};
    // Graphviz's units are points.
    return { width: (width * 4) / 3, height: (height * 4) / 3 };
  }, [picture]);
  const latest = useRef(props);
  latest.current = props;

  const nodes = useMemo(() => (picture === null ? null : graphNodes(picture)), [picture]);
  // Before the paper around it is placed.
  useLayoutEffect(() => {
    if (picture === null || nodes === null) return;
    for (const [number, element] of nodes) {
      const name = functions[number - 1];
      if (name === undefined) continue;
      makeButton(element, name, (x, y) => latest.current.onChoose(name, x, y));
    }
    paper.current!.replaceChildren(picture);
    fitTexts(picture);
  }, [picture, functions]);
  return (
    <PanZoom label={l10n.t('Call graph')} size={size} first={() => nodes?.get(hottest)}>
      <div ref={paper} class="paper" />
    </PanZoom>
  );
}

/**
 * Graphviz makes a box as wide as its text is in Helvetica. In the page's font it can be wider: it is drawn narrower, so that it
 * stays in its box.
 */
function fitTexts(picture: SVGSVGElement): void {
  for (const node of picture.querySelectorAll('g.node')) {
    const room = (node.querySelector('polygon')?.getBBox().width ?? 0) - 6;
    for (const text of node.querySelectorAll('text')) {
      if (room <= 0 || text.getComputedTextLength() <= room) continue;
      text.setAttribute('textLength', String(room));
      text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
    }
  }
}

function makeButton(element: SVGGElement, name: string, onChoose: (x: number, y: number) => void): void {
  element.setAttribute('role', 'button');
  element.setAttribute('tabindex', '0');
  // The visible text has a short form of the name, and the costs.
  const seen = [...element.querySelectorAll('text')].map(({ textContent }) => textContent).join(' ');
  element.setAttribute('aria-label', `${seen}; ${name.slice(0, 1000)}`);
  const title = element.querySelector('title');
  if (title !== null) title.textContent = name.slice(0, 1000);
  let pressed = { x: 0, y: 0 };
  element.addEventListener('pointerdown', ({ clientX, clientY }) => {
    pressed = { x: clientX, y: clientY };
  });
  element.addEventListener('click', ({ clientX, clientY }) => {
    // A drag ends with a click event, too.
    if (Math.hypot(clientX - pressed.x, clientY - pressed.y) < 4) onChoose(clientX, clientY);
  });
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    onChoose(event.clientX, event.clientY);
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    const { left, bottom } = element.getBoundingClientRect();
    onChoose(left, bottom);
  });
}

/** The fields for the limits of the call graph. They have the same meaning as pprof's options. */
function LimitFields(props: {
  limits: GraphLimits;
  /** Number of nodes that are shown. */
  shown: number;
  onChange: (limits: GraphLimits) => void;
}) {
  const { limits, shown, onChange } = props;
  const fields = [
    { id: 'nodeCount', label: l10n.t('Nodes at most'), unit: 1, step: 10 },
    { id: 'nodeFraction', label: l10n.t('Node share from %'), unit: 0.01, step: 0.1 },
    { id: 'edgeFraction', label: l10n.t('Edge share from %'), unit: 0.01, step: 0.1 },
  ] as const;
  return (
    <div class="top-bar">
      {fields.map(({ label, id, unit, step }) => (
        <NumberField
          key={id}
          label={label}
          value={limits[id] / unit}
          step={step}
          onChange={(value) => onChange({ ...limits, [id]: value * unit })}
        />
      ))}
      <output>{shown > 1 && l10n.t('{0} nodes', shown)}</output>
    </div>
  );
}

function NumberField(props: {
  label: string;
  value: number;
  step: number;
  onChange: (value: number) => void;
}) {
  const { label, value, step, onChange } = props;
  return (
    <label>
      {label}{' '}
      <input
        type="number"
        class="small-input number-input"
        min={step}
        step={step}
        value={Number(value.toFixed(4))}
        onChange={({ currentTarget }) => {
          const entered = currentTarget.valueAsNumber;
          if (entered > 0) onChange(entered);
        }}
      />
    </label>
  );
}
