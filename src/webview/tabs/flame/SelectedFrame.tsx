import * as l10n from '@vscode/l10n';
import { NameSet } from '../../../analysis/names/nameSet.ts';
import { Icon, IconButton } from '../../controls/Icon.tsx';
import { inlinedLabel, placeLabel, type ValueFormat } from '../../view/format.ts';
import { copyNames, type FunctionActions } from '../../view/functionActions.ts';
import { Name } from '../../view/Name.tsx';
import { type FrameFacts, shareOfTotal } from './frameRef.ts';

/** The bar below the graph: the selected frame, its costs, and buttons for what can be done with it. */
export function SelectedFrame(props: {
  facts: FrameFacts;
  format: ValueFormat;
  actions: FunctionActions;
  onClose: () => void;
}) {
  const { facts, format, actions, onClose } = props;
  const { openSource, showCallers } = actions;
  const source = placeLabel(facts.file, facts.line);
  const inlined = inlinedLabel(facts.inlined);
  const perOperation = facts.timed.cum === 0 ? null : format.perOperation(facts.timed.cum);
  const costs = (['flat', 'cum'] as const).map((of) => ({
    term: of === 'flat' ? l10n.t('flat') : l10n.t('cum'),
    value: format.value(facts[of]),
    share: shareOfTotal(facts, format, facts[of]),
  }));
  if (perOperation !== null) {
    costs.push({ term: l10n.t('cum per {0}', format.per), value: perOperation, share: '' });
  }
  return (
    <section class="selected" aria-label={l10n.t('Selected frame')}>
      <div class="selected-what">
        <div class="selected-name" title={facts.name.slice(0, 1000)}>
          <Name name={facts.name} short={new NameSet([facts.name]).short(facts.name)} />
        </div>
        <div class="selected-source">
          {source !== '' && (
            <span class="selected-file" title={source}>
              <span class="left-to-right">{source}</span>
            </span>
          )}
          {inlined !== '' && <span class="badge">{inlined}</span>}
        </div>
      </div>
      <dl class="selected-costs">
        {costs.map(({ term, value, share }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <strong>{value}</strong> {share}
            </dd>
          </div>
        ))}
      </dl>
      <div class="selected-actions">
        {openSource !== null && facts.file !== '' && (
          <button type="button" class="button" onClick={() => openSource(facts.file, facts.line)}>
            <Icon name="go-to-file" />
            {l10n.t('Open in the editor')}
          </button>
        )}
        {facts.depth > 0 && facts.folded === undefined && (
          <IconButton
            icon="references"
            label={l10n.t('Callers and callees')}
            onClick={() => showCallers(facts.name)}
          />
        )}
        <IconButton icon="copy" label={l10n.t('Copy name')} onClick={() => copyNames([facts.name])} />
        <IconButton icon="close" label={l10n.t('Clear selection')} onClick={onClose} />
      </div>
    </section>
  );
}
