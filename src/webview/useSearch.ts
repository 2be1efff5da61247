import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import type { Result } from '../result.ts';
import type { ProfileEngine, SearchAnswer, SearchText } from './engine/questions.ts';
import { translated, type ValueFormat } from './format.ts';
import type { SearchOutcome } from './SearchBox.tsx';

/** What the search finds in a sample type; `null` without a search, the answer before while one is under way. */
export function useSearch(
  engine: ProfileEngine,
  sampleType: number,
  search: SearchText,
  onFailure: (error: unknown) => void,
): Result<SearchAnswer> | null {
  const [found, setFound] = useState<Result<SearchAnswer> | null>(null);
  useEffect(() => {
    if (search.text === '') {
      setFound(null);
      return;
    }
    let isLatest = true;
    engine.ask('search', { ...search, sampleType }).then((answer) => {
      if (isLatest) setFound(answer);
    }, onFailure);
    return () => {
      isLatest = false;
    };
  }, [engine, sampleType, search]);
  return found;
}

/** What there is to say about it: the share of all samples with a match on their stack. */
export function searchOutcome(found: Result<SearchAnswer> | null, format: ValueFormat): SearchOutcome | null {
  if (found === null) return null;
  if (!found.ok) return { isProblem: true, text: translated(found.problem) };
  const { entries, cum, binaries } = found.value;
  if (!entries.includes(1)) return { isProblem: false, text: l10n.t('No match') };
  const total = l10n.t('{0} · {1}', format.value(cum), format.share(cum));
  const [binary] = binaries;
  const text = binary === undefined ? total : l10n.t('{0} (all code of {1})', total, binary);
  return { isProblem: false, text };
}
