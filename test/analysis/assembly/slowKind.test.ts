import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slowKind } from '../../../src/analysis/assembly/skid.ts';
import type { SlowKind } from '../../../src/base/model.ts';

/** Instructions as `go tool objdump` of Go 1.26 prints them, with ` | ` between them. */
const table: readonly [architecture: string, kind: SlowKind | null, texts: readonly string[]][] = [
  [
    'amd64',
    'load',
    [
      'MOVQ 0(AX), CX | MOVQ 0(AX)(R8*8), AX | MOVQ 0x8(SP)(AX*8), BX | MOVZX 0x7f(DX), CX',
      'MOVQ example.com/m.table(SB), AX | MOVSD_XMM 0x3e1a2(IP), X0 | ADDQ 0x10(CX), AX',
      'ADDQ CX, example.com/m.sink(SB) | INCQ 0x108(DX) | CMPQ SP, 0x10(R14)',
      'CMPL runtime.writeBarrier(SB), $0x0 | CMPB 0x8(AX), $0x0 | TESTB AL, 0(AX)',
      'VMOVDQU 0(AX), Y0',
    ],
  ],
  [
    'amd64',
    'store',
    [
      'MOVQ SI, 0(CX)(DI*8) | MOVL $0x1, 0x18(AX) | MOVUPS X15, 0x70(AX) | MOVQ AX, 0x10(SP)(CX*8)',
      'MOVSD_XMM X0, example.com/m.sink(SB) | REP; STOSQ AX, ES:0(DI)',
      'REP; MOVSQ DS:0(SI), ES:0(DI) | SETE 0x8(CX)',
    ],
  ],
  [
    'amd64',
    'atomic',
    [
      'LOCK XADDQ AX, 0(CX) | LOCK CMPXCHGL BX, 0(AX) | LOCK ORB DI, 0(DX) | XCHGB CL, 0(AX)',
      'XCHGQ AX, m.v(SB)',
    ],
  ],
  ['amd64', 'division', ['DIVQ CX | IDIVQ BX | DIVL 0x8(AX) | DIVSD X1, X0 | DIVSS 0x4(AX), X0']],
  ['amd64', 'call', ['CALL runtime.mallocgc(SB) | CALL 0x18(DX) | CALL AX']],
  [
    'amd64',
    null,
    [
      'MOVQ AX, CX | MOVQ 0x18(SP), BX | MOVQ AX, 0x8(SP) | LEAQ 0(CX)(AX*1), DX',
      'LEAQ 0x23769(IP), AX | NOPL 0(AX)(AX*1) | PREFETCHNTA 0(AX) | XCHGL AX, CX | IMULQ BX, DX',
      'JMP 0(CX)(AX*8) | JNE 0x52eaa6 | RET | POPQ BP | ?',
    ],
  ],
  [
    'arm64',
    'load',
    [
      'MOVD (R0), R1 | MOVD 16(R28), R16 | MOVD (R6)(R2<<3), R6 | MOVBU (R0)(R1), R2',
      'MOVB (R0), R27 | LDP 8(R0), (R1, R2) | FMOVD 8(R1), F0 | MOVD (RSP)(R1<<3), R0',
      'VLD1.P 64(R0), [V0.B16, V1.B16] | MOVD.P 8(R1), R2',
    ],
  ],
  [
    'arm64',
    'store',
    [
      'MOVD R1, (R0) | MOVD ZR, 8(R0) | MOVW R3, (R0)(R1<<2) | STP (R1, R2), 16(R0)',
      'STP.P (ZR, ZR), 16(R16) | FSTPQ (F0, F1), (R17) | FMOVD F0, 8(R1) | VST1.P [V0.B16], 16(R0)',
    ],
  ],
  [
    'arm64',
    'atomic',
    [
      'LDAXR (R0), R1 | STLXRW R1, (R0), R2 | LDARW (R0), R1 | STLRB ZR, (R0)',
      'LDADDALD R1, (R0), R2 | SWPALD R1, (R0), R2 | CASALD R1, (R0), R2',
    ],
  ],
  ['arm64', 'division', ['UDIV R1, R2, R3 | SDIVW R1, R2, R3 | FDIVD F1, F0, F0']],
  ['arm64', 'call', ['CALL runtime.mallocgc(SB) | CALL (R3)']],
  [
    'arm64',
    null,
    [
      'MOVD R0, R1 | MOVD 24(RSP), R0 | MOVD R0, 88(RSP) | LDP 8(RSP), (R29, R30)',
      'MOVD.W R30, -80(RSP) | ADRP 12886016(PC), R6 | MOVK $(21<<16), R0 | ADD $(1<<12), R0, R1',
      'CSEL HI, R1, R2, R3 | MUL R1, R2, R3 | BNE 3(PC) | TBZ $3, R1, -4(PC) | JMP (R27)',
      'JMP runtime.gcWriteBarrier(SB) | PRFM (R0), PLDL1KEEP | NOOP | RET',
    ],
  ],
];

describe('what an instruction does that can take long', () => {
  for (const [architecture, kind, texts] of table) {
    it(`${architecture}: ${kind ?? 'nothing'}`, () => {
      for (const text of texts.flatMap((line) => line.split(' | '))) {
        assert.equal(slowKind(text), kind, text);
      }
    });
  }
});
