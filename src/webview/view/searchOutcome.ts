import * as l10n from '@vscode/l10n';
import type { Result } from '../../result.ts';
import type { SearchOutcome } from '../controls/SearchBox.tsx';
import type { SearchAnswer } from '../engine/questions.ts';
import { translated, type ValueFormat } from './format.ts';

/** The outcome of a search in words: the cost of all samples with a match on their stack. */
export function searchOutcome(found: Result<SearchAnswer> | null, format: ValueFormat): SearchOutcome | null {
  if (found === null) return null;
  if (!found.ok) return { isProblem: true, text: translated(found.problem) };
  const { marked, cum, binaries } = found.value;
  if (!marked.includes(1)) return { isProblem: false, text: l10n.t('No match') };
  const total = l10n.t('{0} · {1}', format.value(cum), format.share(cum));
  const [binary] = binaries;
  const text = binary === undefined ? total : l10n.t('{0} (all code of {1})', total, binary);
  return { isProblem: false, text };
}
