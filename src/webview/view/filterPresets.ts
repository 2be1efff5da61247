import * as l10n from '@vscode/l10n';
import { briefName } from '../../analysis/names/nameParts.ts';
import type { OwnCode } from '../../analysis/names/ownCode.ts';
import { literalPattern } from '../../base/escape.ts';
import type { FilterKind } from '../engine/scope.ts';

/** A filter that is useful for many profiles of Go programs. */
export interface FilterPreset {
  readonly kind: FilterKind;
  readonly expression: string;
  readonly label: string;
  readonly meaning: string;
}

/** @param own `null` until it is known */
export function filterPresets(own: OwnCode | null): FilterPreset[] {
  const presets: FilterPreset[] = [
    {
      kind: 'hide',
      expression: '^(runtime|internal/runtime/[a-z]+|internal/abi)\\.',
      label: l10n.t('Hide the runtime'),
      meaning: l10n.t("Frames of Go's runtime are left out; their costs count for their callers."),
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
      meaning: l10n.t('Only frames of {0}; the costs of their other callees count for them.', module),
    });
  }
  const [benchmark] = benchmarks;
  if (benchmark !== undefined) {
    const isOnly = benchmarks.length === 1;
    presets.push({
      kind: 'focus',
      expression: `^(?:${benchmarks.map(literalPattern).join('|')})(?:\\.func[0-9.]+)?$`,
      label: isOnly ? l10n.t('Only {0}', briefName(benchmark)) : l10n.t('Only benchmarks'),
      meaning: l10n.t(
        'Only stacks with {0}, without the garbage collector and other work at the same time.',
        isOnly ? briefName(benchmark) : benchmarks.map(briefName).join(', '),
      ),
    });
  }
  return presets;
}

/** An expression for the functions of all packages at or below these paths, external tests included. */
function inside(paths: readonly string[]): string {
  const alternatives = paths.map((path) => {
    const lastElement = path.lastIndexOf('/') + 1;
    // In symbols, dots in the last element of a package path are written as `%2e`.
    const folder = literalPattern(path.slice(lastElement)).replaceAll('\\.', '(\\.|%2e)');
    return literalPattern(path.slice(0, lastElement)) + folder;
  });
  const either = alternatives.length === 1 ? alternatives[0] : `(${alternatives.join('|')})`;
  return `^${either}(_test)?[./]`;
}
