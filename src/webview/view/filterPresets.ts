import * as l10n from '@vscode/l10n';
import type { OwnCode } from '../../analysis/lines/ownCode.ts';
import { escaped, type FilterKind } from '../engine/filterList.ts';
import { briefName } from './format.ts';

/** A filter that many profiles of Go want. */
export interface FilterPreset {
  readonly kind: FilterKind;
  readonly expression: string;
  readonly label: string;
  /** What it does, in a sentence. */
  readonly meaning: string;
}

/** @param own `null` until it is known */
export function filterPresets(own: OwnCode | null): FilterPreset[] {
  const presets: FilterPreset[] = [
    {
      kind: 'hide',
      expression: '^(runtime|internal/runtime/[a-z]+|internal/abi)\\.',
      label: l10n.t('Hide the runtime'),
      meaning: l10n.t("Go's runtime is left out; what it costs is its callers'."),
    },
  ];
  if (own === null) return presets;
  const { paths, benchmarks } = own;
  const module = paths.join(', ');
  if (paths.length > 0) {
    presets.push({
      kind: 'show',
      expression: inside(paths),
      label: paths.length === 1 ? l10n.t('Only my module') : l10n.t('Only my modules'),
      meaning: l10n.t('Only frames of {0}; what they call is theirs.', module),
    });
  }
  const [benchmark] = benchmarks;
  if (benchmark !== undefined) {
    const isOnly = benchmarks.length === 1;
    presets.push({
      kind: 'focus',
      expression: `^(?:${benchmarks.map(escaped).join('|')})(?:\\.func[0-9.]+)?$`,
      label: isOnly ? l10n.t('Only {0}', briefName(benchmark)) : l10n.t('Only benchmarks'),
      meaning: l10n.t(
        'Only stacks with {0}: without the collector and whatever else ran beside.',
        isOnly ? briefName(benchmark) : benchmarks.map(briefName).join(', '),
      ),
    });
  }
  return presets;
}

/** The functions of packages at or below these paths, their external tests included. */
function inside(paths: readonly string[]): string {
  const alternatives = paths.map((path) => {
    const lastElement = path.lastIndexOf('/') + 1;
    // Symbols have `%2e` for the dots of a package's own folder.
    const folder = escaped(path.slice(lastElement)).replaceAll('\\.', '(\\.|%2e)');
    return escaped(path.slice(0, lastElement)) + folder;
  });
  const either = alternatives.length === 1 ? alternatives[0] : `(${alternatives.join('|')})`;
  return `^${either}(_test)?[./]`;
}
