import * as l10n from '@vscode/l10n';
import { Message } from '../controls/statusPages.tsx';
import type { ProfileEngine, Scope } from '../engine/questions.ts';
import type { ValueFormat } from '../view/format.ts';
import type { FunctionActions } from '../view/functionActions.ts';
import { useAnswer } from '../view/useAnswer.ts';

/** The labels of the samples with what their values cost; choosing a value keeps only its samples. */
export function TagsTab(props: {
  engine: ProfileEngine;
  scope: Scope;
  format: ValueFormat;
  actions: FunctionActions;
  onFailure: (error: unknown) => void;
}) {
  const { engine, scope, format, actions } = props;
  const tags = useAnswer(engine, 'tags', scope, scope, props.onFailure);
  if (tags === null) return null;
  if (tags.length === 0) {
    return (
      <Message
        icon="info"
        heading={l10n.t('No tags')}
        text={l10n.t('Samples get tags from runtime/pprof.Do and SetGoroutineLabels; these have none.')}
      />
    );
  }
  return (
    <div class="tags">
      {tags.map(({ key, total, values }) => (
        <table key={key} class="neighbour-table">
          <caption>
            {key} <span class="caption-note">{format.value(total)}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{l10n.t('Value')}</th>
              <th scope="col">{l10n.t('Cost')}</th>
              <th scope="col">{l10n.t('Share')}</th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ value, total }) => (
              <tr key={value}>
                <td>
                  <button
                    type="button"
                    class="link"
                    title={l10n.t('Only samples with {0} = {1}', key, value)}
                    onClick={() => actions.addFilter('tagFocus', tagExpression(key, value))}
                  >
                    {value}
                  </button>
                </td>
                <td>{format.value(total)}</td>
                <td>{format.share(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

/** Numbers are ranges to pprof and stand as they are; texts are expressions, in which commas part alternatives. */
function tagExpression(key: string, value: string): string {
  if (/^-?[\d.]+[A-Za-z]*$/.test(value)) return `${key}=${value}`;
  const escaped = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(',', '\\x2c');
  return `${key}=^${escaped}$`;
}
