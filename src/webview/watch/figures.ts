/** The figures of a watched server, in words. */
import * as l10n from '@vscode/l10n';
import { perOperation, withoutOperation } from '../../analysis/values/units.ts';
import { type WatchedFigure, type WatchedMoment, watchedFigures } from '../../base/watched.ts';
import { groupedDigits } from '../view/format.ts';

export function figureName(figure: WatchedFigure): string {
  switch (figure) {
    case 'cpu':
      return l10n.t('CPU');
    case 'allocated':
      return l10n.t('Allocations');
    case 'goroutines':
      return l10n.t('Goroutines');
    case 'heap':
      return l10n.t('Heap in use');
  }
}

/** With its unit: `0.42 cores`, `1.2 MB/s`, `12`; `null` where it is not known. */
export function figureText(figure: WatchedFigure, value: number | null): string | null {
  if (value === null) return null;
  switch (figure) {
    case 'cpu':
      return l10n.t('{0} cores', value.toFixed(value < 10 ? 2 : 1));
    case 'allocated':
      return perOperation(value, 1, 'bytes', 3, 's');
    case 'goroutines':
      return groupedDigits(value);
    case 'heap':
      return withoutOperation(perOperation(value, 1, 'bytes'));
  }
}

/** The end of an axis, without zeros that say nothing. */
export function axisText(figure: WatchedFigure, top: number): string {
  if (figure === 'cpu') return String(Number(top.toPrecision(3)));
  return figureText(figure, top) ?? '';
}

/** `12:03:10` */
export function timeOf({ at }: Pick<WatchedMoment, 'at'>): string {
  return new Date(at).toTimeString().slice(0, 8);
}

/** All of a moment, for who hears it. */
export function momentText(moment: WatchedMoment): string {
  const figures = watchedFigures.flatMap((figure) => {
    const text = figureText(figure, moment.figures[figure]);
    return text === null ? [] : `${figureName(figure)} ${text}`;
  });
  return `${timeOf(moment)}: ${figures.join(', ')}`;
}
