import * as l10n from '@vscode/l10n';
import type { GraphLimits } from '../../engine/questions.ts';

/** The fields for the limits of the call graph. They have the same meaning as pprof's options. */
export function LimitFields(props: {
  limits: GraphLimits;
  /** Number of nodes that are shown. */
  shown: number;
  onChange: (limits: GraphLimits) => void;
}) {
  const { limits, shown, onChange } = props;
  return (
    <div class="top-bar">
      <NumberField
        label={l10n.t('Nodes at most')}
        value={limits.nodeCount}
        step={10}
        onChange={(nodeCount) => onChange({ ...limits, nodeCount })}
      />
      <NumberField
        label={l10n.t('Node share from %')}
        value={limits.nodeFraction * 100}
        step={0.1}
        onChange={(percent) => onChange({ ...limits, nodeFraction: percent / 100 })}
      />
      <NumberField
        label={l10n.t('Edge share from %')}
        value={limits.edgeFraction * 100}
        step={0.1}
        onChange={(percent) => onChange({ ...limits, edgeFraction: percent / 100 })}
      />
      <output>{shown === 0 ? '' : l10n.t('{0} nodes', shown)}</output>
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
