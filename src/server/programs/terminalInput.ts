import { object, oneOf, type Reader, text } from '../../outsideValues.ts';
import type { TerminalInputParams } from '../../protocol.ts';

/** Checks what a client says that a user has done in a terminal. */
export const terminalInput: Reader<TerminalInputParams> = object<
  TerminalInputParams,
  Pick<TerminalInputParams, 'text' | 'key'>
>({ id: text }, { text, key: oneOf('interrupt', 'end', 'close') });
