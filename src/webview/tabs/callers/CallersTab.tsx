import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { NameSet } from '../../../analysis/names/nameSet.ts';
import { LinkButton } from '../../controls/Button.tsx';
import { Message } from '../../controls/statusPages.tsx';
import type { CallRow } from '../../engine/questions.ts';
import { CostList } from '../../table/CostList.tsx';
import { FunctionPicker } from '../../table/FunctionPicker.tsx';
import { underPer } from '../../view/format.ts';
import { Name, shownName } from '../../view/Name.tsx';
import type { TabProps } from '../../view/tabProps.ts';
import { useAnswer, useShownFunction } from '../../view/useAnswer.ts';
import { FlamePane } from '../flame/FlamePane.tsx';
import type { FlameHandle } from '../flame/flamePaneProps.ts';
import type { FrameFacts } from '../flame/frameRef.ts';
import { SelectedFrame } from '../flame/SelectedFrame.tsx';

/**
 * One function with its callers and callees: the callers' stacks above it, the callees' below it, and tables of both
 * beside them.
 */
export function CallersTab(props: TabProps) {
  const functionName = useShownFunction(props);
  return (
    <div class="callers">
      <FunctionPicker {...props} functionName={functionName} onChoose={props.actions.showCallers} />
      {functionName === '' && (
        <Message
          icon="references"
          heading={l10n.t('No function chosen')}
          text={l10n.t('Choose one from the list, or "Callers and callees" in the menu of a frame.')}
        />
      )}
      {functionName !== null && functionName !== '' && (
        <CallersOfFunction key={functionName} {...props} functionName={functionName} />
      )}
    </div>
  );
}

/** The two graphs of the tab. The function is the root of both. */
type Side = 'callers' | 'callees';

function CallersOfFunction(props: TabProps) {
  const { engine, scope, format, functionName, actions } = props;
  const handles = { callers: useRef<FlameHandle>(null), callees: useRef<FlameHandle>(null) };
  const [selected, setSelected] = useState<{ frame: FrameFacts; in: Side } | null>(null);
  const calls = useAnswer(engine, 'calls', { ...scope, functionName });

  /** Only one frame is selected at a time, in one of the graphs. */
  const select = (side: Side, frame: FrameFacts | null) => {
    if (frame !== null) {
      setSelected({ frame, in: side });
      handles[side === 'callers' ? 'callees' : 'callers'].current?.deselect();
    } else {
      setSelected((now) => (now?.in === side ? null : now));
    }
  };
  const pane = (side: Side) => (
    <CallsPane {...props} side={side} handle={handles[side]} onSelected={(frame) => select(side, frame)} />
  );
  return (
    <div class="callers-of">
      <div class="callers-sides">
        <div class="callers-graphs">
          {pane('callers')}
          {pane('callees')}
        </div>
        {calls !== null && (
          <aside class="callers-tables" aria-label={l10n.t('Callers and callees of {0}', functionName)}>
            <CallTable
              {...props}
              heading={l10n.t('Called by')}
              rows={calls.callers}
              whole={calls.cum}
              flat={0}
            />
            <CallTable
              {...props}
              heading={l10n.t('Calls')}
              rows={calls.callees}
              whole={calls.cum}
              flat={calls.flat}
            />
          </aside>
        )}
      </div>
      {selected !== null && (
        <SelectedFrame
          facts={selected.frame}
          format={format}
          actions={actions}
          onClose={() => handles[selected.in].current?.clearSelection()}
        />
      )}
    </div>
  );
}

function CallsPane(
  props: TabProps & {
    readonly side: Side;
    readonly handle: RefObject<FlameHandle | null>;
    readonly onSelected: (frame: FrameFacts | null) => void;
  },
) {
  const { side, functionName } = props;
  const part = useMemo(() => ({ is: side, functionName }), [side, functionName]);
  const isCallers = side === 'callers';
  return (
    <FlamePane
      {...props}
      part={part}
      pathBegin={isCallers ? l10n.t('Callers') : l10n.t('Callees')}
      direction={isCallers ? 'up' : 'down'}
      label={isCallers ? l10n.t('Callers of {0}', functionName) : l10n.t('Callees of {0}', functionName)}
      rootName={functionName}
      firstPath={noPath}
      isPublished={false}
      onDrawn={() => {}}
    />
  );
}

const noPath: readonly string[] = [];

/** The most rows. Further ones cost next to nothing, and the graphs have them. */
const mostRows = 200;

/** The callers or the callees of a function, largest first. A name leads to that function. */
function CallTable(
  props: TabProps & {
    heading: string;
    rows: readonly CallRow[];
    /** The function's cum, which shares are of. */
    whole: number;
    /** The function's flat as a row of its own; 0 for none. */
    flat: number;
  },
) {
  const { heading, rows, whole, flat, format, changes, actions } = props;
  const names = useMemo(() => new NameSet(rows.map(({ name }) => name)), [rows]);
  const costs = (value: number) => ({
    cost: format.isOfOperations ? underPer(format, value) : format.value(value),
    title: format.isOfOperations ? format.value(value) : undefined,
    share: format.shareOf(value, whole),
  });
  const own = { key: '', name: l10n.t('itself'), ...costs(flat) };
  const calls = rows.slice(0, mostRows).map(({ name, inline, value }) => ({
    key: name,
    name: (
      <span class="call-name">
        <LinkButton
          title={name.slice(0, 1000)}
          aria-label={shownName(name, names.short(name))}
          onClick={() => actions.showCallers(name)}
        >
          <Name name={name} short={names.short(name)} />
        </LinkButton>
        {inline && <span class="badge">{l10n.t('inlined')}</span>}
      </span>
    ),
    isUncertain: changes.isUncertain(name),
    ...costs(value),
  }));
  return (
    <CostList
      caption={heading}
      heading={l10n.t('Function')}
      costHeading={format.isOfOperations ? l10n.t('Cost/{0}', format.per) : undefined}
      rows={flat === 0 ? calls : [own, ...calls]}
      none={l10n.t('none')}
    />
  );
}
