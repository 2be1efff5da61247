import type { SlowKind } from '../../model.ts';

/**
 * A memory operand as `go tool objdump` prints it for amd64 and arm64: `0x8(AX)(CX*8)`, `pkg.v(SB)`, `16(R1)`, `(R1)(R2<<3)`.
 * Not a fixed place in the frame, `0x8(SP)`, which is always in the cache; and not `5(PC)`, which is where a branch goes.
 */
const memory = String.raw`\((?!R?SP\)(?!\()|PC\))\w+\)(?:\([^()]*\))?`;

/** The first that matches counts. In Go's syntax the last operand is the destination. */
const forms: readonly (readonly [RegExp, SlowKind | null])[] = [
  [/^CALL /, 'call'],
  // They have an operand like an address, but do not read memory, or do not wait for it.
  [/^(?:LEA|NOP|PREFETCH|PRFM|JMP)/, null],
  // An exchange with memory needs no prefix to be atomic.
  [/^(?:LOCK |XCHG.*\(|LDA?X?R|STL?X?R|LD(?:ADD|CLR|EOR|SET)|SWP|CAS)/, 'atomic'],
  [/^(?:I?DIV[BWLQ]|V?DIV[SP][SD]|[SU]DIVW?|FDIV[SD]) /, 'division'],
  [new RegExp(`^(?:REP; )?(?:\\w*MOV|[FV]?ST|SET|PEXTR).*${memory}$`), 'store'],
  // Besides plain loads: comparisons and arithmetic with an operand in memory.
  [new RegExp(`${memory}(?:, |$)`), 'load'],
];

/** What can take long in an instruction, by the form of its operands; `null` for those that never wait. */
export function slowKind(text: string): SlowKind | null {
  return forms.find(([form]) => form.test(text))?.[1] ?? null;
}
