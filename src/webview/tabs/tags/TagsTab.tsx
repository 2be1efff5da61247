import * as l10n from '@vscode/l10n';
import { shortened } from '../../../base/escape.ts';
import { LinkButton } from '../../controls/Button.tsx';
import { Message } from '../../controls/statusPages.tsx';
import { exactly } from '../../engine/filterList.ts';
import { CostList } from '../../table/CostList.tsx';
import type { TabProps } from '../../view/tabProps.ts';
import { useAnswer } from '../../view/useAnswer.ts';

/** The longest text of a label that is written whole: the browser takes seconds for a table of texts a hundred times as long. */
const longestText = 1000;

/** The labels of the samples, with the costs of their values. Choosing a value keeps only the samples with it. */
export function TagsTab({ engine, scope, format, actions }: TabProps) {
  const tags = useAnswer(engine, 'tags', scope);
  if (tags === null) return null;
  if (tags.length === 0) {
    return (
      <Message
        heading={l10n.t('No tags')}
        text={l10n.t('Samples get tags from runtime/pprof.Do and SetGoroutineLabels; these have none.')}
      />
    );
  }
  return (
    <div class="tags">
      {tags.map(({ key, total, values }) => (
        <CostList
          key={key}
          caption={
            <>
              {shortened(key, longestText)} <span class="caption-note">{format.value(total)}</span>
            </>
          }
          heading={l10n.t('Value')}
          rows={values.map(({ value, total }) => ({
            key: value,
            name: (
              <LinkButton
                title={shortened(l10n.t('Only samples with {0} = {1}', key, value), longestText)}
                onClick={() => actions.addFilter('tagFocus', tagExpression(key, value))}
              >
                {shortened(value, longestText)}
              </LinkButton>
            ),
            cost: format.value(total),
            share: format.share(total),
          }))}
        />
      ))}
    </div>
  );
}

/**
 * The filter that keeps the samples with a value of a tag. pprof reads a number as a range of numbers. It reads any
 * other value as regular expressions with commas between them, so a comma of the value itself is escaped.
 */
function tagExpression(key: string, value: string): string {
  if (/^-?[\d.]+[A-Za-z]*$/.test(value)) return `${key}=${value}`;
  return `${key}=${exactly(value).replaceAll(',', '\\x2c')}`;
}
