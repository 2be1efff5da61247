import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { TreePart } from '../../engine/questions.ts';
import { FlamePane } from './FlamePane.tsx';
import type { FlamePaneProps } from './flamePaneProps.ts';
import type { FrameFacts } from './frameRef.ts';
import { SelectedFrame } from './SelectedFrame.tsx';

const allStacks: TreePart = { is: 'all' };
const fromLeaves: TreePart = { is: 'leaves' };

/** The flame graph of all stacks, with the selected frame below it. */
export function FlameTab(
  props: Omit<FlamePaneProps, 'part' | 'label' | 'rootName' | 'pathBegin' | 'isPublished' | 'onSelected'> & {
    /** Stacks from the leaf instead of from the root. */
    readonly fromLeaf: boolean;
  },
) {
  const [selected, setSelected] = useState<FrameFacts | null>(null);
  return (
    <>
      <FlamePane
        {...props}
        key={props.fromLeaf ? 'leaves' : 'all'}
        part={props.fromLeaf ? fromLeaves : allStacks}
        label={l10n.t('Flame graph')}
        rootName={l10n.t('all')}
        pathBegin={l10n.t('all')}
        isPublished={true}
        onSelected={setSelected}
      />
      {selected !== null && (
        <SelectedFrame
          facts={selected}
          format={props.format}
          actions={props.actions}
          onClose={() => props.handle.current?.clearSelection()}
        />
      )}
    </>
  );
}
