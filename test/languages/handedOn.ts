/** Hands a text to a function of another file, and knows nothing of translations itself. */
import { said } from './handedOver.ts';

export function handedOn(): string {
  return said('handed on');
}
