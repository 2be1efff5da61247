import * as l10n from '@vscode/l10n';
import type { Growth } from './model.ts';

/** `n^2.0 (1.9–2.1)`, `n log n`, `flat up to 200, then linear`, `flat up to 1000, 5 times as much from 10k on`. */
export function growthLabel(growth: Growth, parameter: string): string {
  switch (growth.shape) {
    case 'power':
      return powerLabel(growth, parameter);
    case 'log':
      return growth.exponent === 0 ? `log ${parameter}` : `${parameter} log ${parameter}`;
    case 'bend':
      return l10n.t(
        '{0} up to {1}, then {2}',
        exponentWord(growth.before, parameter),
        sizeText(growth.until),
        exponentWord(growth.after, parameter),
      );
    case 'step':
      return l10n.t(
        'flat up to {0}, {1} times as much from {2} on',
        sizeText(growth.until),
        Number(growth.factor.toPrecision(2)),
        sizeText(growth.from),
      );
    case 'none':
      return l10n.t('no simple formula');
  }
}

/** Whether the label is a formula, `as n^2.0`, and not words such as `flat up to 200, then linear`. */
export function isFormula({ shape }: Growth): boolean {
  return shape === 'power' || shape === 'log';
}

function powerLabel({ exponent, interval }: Extract<Growth, { shape: 'power' }>, parameter: string): string {
  const power = `${parameter}^${oneDigit(exponent)}`;
  return interval === null ? power : `${power} (${oneDigit(interval.low)}–${oneDigit(interval.high)})`;
}

/** An exponent this close to a whole number is called by its name. */
const nearWhole = 0.12;

function exponentWord(exponent: number, parameter: string): string {
  const whole = Math.round(exponent);
  if (Math.abs(exponent - whole) > nearWhole) return `${parameter}^${oneDigit(exponent)}`;
  const words = [l10n.t('flat'), l10n.t('linear'), l10n.t('quadratic'), l10n.t('cubic')];
  return words[whole] ?? `${parameter}^${whole}`;
}

function oneDigit(value: number): string {
  return value.toFixed(1).replace(/^-0\.0$/, '0.0');
}

/** Where a curve bends is known only roughly: two digits, `200`, `1600`, `25k`. */
function sizeText(size: number): string {
  const rounded = Number(size.toPrecision(2));
  if (rounded < 10_000) return String(rounded);
  return rounded < 1e6 ? `${rounded / 1e3}k` : `${rounded / 1e6}M`;
}
