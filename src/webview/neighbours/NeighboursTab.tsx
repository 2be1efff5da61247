import * as l10n from '@vscode/l10n';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Message } from '../controls/statusPages.tsx';
import type { ProfileEngine, Scope, SearchText, TreePart } from '../engine/questions.ts';
import { type FlameHandle, FlamePane } from '../flame/FlamePane.tsx';
import type { FrameFacts } from '../flame/frameRef.ts';
import { SelectedFrame } from '../flame/SelectedFrame.tsx';
import { FunctionPicker } from '../table/FunctionPicker.tsx';
import type { ValueFormat } from '../view/format.ts';
import type { FunctionActions } from '../view/functionActions.ts';
import type { Names } from '../view/names.ts';
import type { Colouring } from '../view/savedView.ts';
import { useAnswer } from '../view/useAnswer.ts';
import { NeighbourTable } from './NeighbourTable.tsx';

export interface NeighboursTabProps {
  readonly engine: ProfileEngine;
  readonly names: Names;
  readonly scope: Scope;
  readonly format: ValueFormat;
  readonly functionName: string;
  /** The page's search: it leaves only the functions that match in the list. */
  readonly search: SearchText;
  readonly colouring: Colouring;
  readonly matched: Uint8Array | null;
  readonly actions: FunctionActions;
  readonly onFailure: (error: unknown) => void;
}

/**
 * One function with everything around it: its callers' stacks standing on it, its callees' hanging below, and a table
 * of both at the side.
 */
export function NeighboursTab(props: NeighboursTabProps) {
  const { functionName } = props;
  return (
    <div class="neighbours">
      <FunctionPicker {...props} onChoose={props.actions.showNeighbours} />
      {functionName === '' ? (
        <Message
          icon="references"
          heading={l10n.t('No function chosen')}
          text={l10n.t('Choose one from the list, or "Callers and callees" in the menu of a frame.')}
        />
      ) : (
        <Neighbours key={functionName} {...props} />
      )}
    </div>
  );
}

function Neighbours(props: NeighboursTabProps) {
  const { engine, scope, format, functionName, actions } = props;
  const callersHandle = useRef<FlameHandle>(null);
  const calleesHandle = useRef<FlameHandle>(null);
  const [selected, setSelected] = useState<{ frame: FrameFacts; in: 'callers' | 'callees' } | null>(null);
  const callers = useMemo((): TreePart => ({ is: 'callers', functionName }), [functionName]);
  const callees = useMemo((): TreePart => ({ is: 'callees', functionName }), [functionName]);
  const question = useMemo(() => ({ ...scope, functionName }), [scope, functionName]);
  const neighbours = useAnswer(engine, 'neighbours', question, question, props.onFailure);

  /** One frame is selected at a time, in either graph. */
  const select = (where: 'callers' | 'callees') => (frame: FrameFacts | null) => {
    if (frame !== null) {
      setSelected({ frame, in: where });
      (where === 'callers' ? calleesHandle : callersHandle).current?.deselect();
    } else {
      setSelected((now) => (now?.in === where ? null : now));
    }
  };
  const shared = {
    ...props,
    rootName: functionName,
    firstPath: noPath,
    isPublished: false,
    onDrawn: () => {},
  };
  return (
    <div class="neighbours-of">
      <div class="neighbours-sides">
        <div class="neighbours-graphs">
          <FlamePane
            {...shared}
            handle={callersHandle}
            part={callers}
            pathBegin={l10n.t('Callers')}
            direction="up"
            label={l10n.t('Callers of {0}', functionName)}
            onSelected={select('callers')}
          />
          <FlamePane
            {...shared}
            handle={calleesHandle}
            part={callees}
            pathBegin={l10n.t('Callees')}
            direction="down"
            label={l10n.t('Callees of {0}', functionName)}
            onSelected={select('callees')}
          />
        </div>
        {neighbours !== null && (
          <aside class="neighbours-tables" aria-label={l10n.t('Callers and callees of {0}', functionName)}>
            <NeighbourTable
              heading={l10n.t('Called by')}
              rows={neighbours.callers}
              whole={neighbours.cum}
              format={format}
              onChoose={actions.showNeighbours}
            />
            <NeighbourTable
              heading={l10n.t('Calls')}
              rows={neighbours.callees}
              whole={neighbours.cum}
              flat={neighbours.flat}
              format={format}
              onChoose={actions.showNeighbours}
            />
          </aside>
        )}
      </div>
      {selected !== null && (
        <SelectedFrame
          facts={selected.frame.depth === 0 ? { ...selected.frame, name: functionName } : selected.frame}
          format={format}
          actions={actions}
          onClose={() =>
            (selected.in === 'callers' ? callersHandle : calleesHandle).current?.clearSelection()
          }
        />
      )}
    </div>
  );
}

const noPath: readonly string[] = [];
