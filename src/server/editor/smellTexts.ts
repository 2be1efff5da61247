/** The texts of hints about benchmarks, and of their fixes. */
import * as l10n from '@vscode/l10n';
import { DiagnosticSeverity } from 'vscode-languageserver';
import { shareLabel } from '../../analysis/values/operationCost.ts';
import type { SourceSmell } from '../../go/scan/benchmarkSmells.ts';
import type { RunSmell } from './runSmells.ts';

export interface SmellTexts {
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  /** Empty where there is no fix. */
  readonly fixTitle: string;
}

/** For a fault that the source shows. */
export function sourceTexts({ code, subject }: SourceSmell): SmellTexts {
  switch (code) {
    case 'n-unused':
      return {
        severity: DiagnosticSeverity.Information,
        message: l10n.t(
          '{0} uses neither b.N nor b.Loop: its work is done once, but its time is divided by b.N, so the result means nothing. Repeat the work b.N times.',
          subject,
        ),
        fixTitle: l10n.t('Repeat the body b.N times'),
      };
    case 'timer-in-loop':
      return {
        severity: DiagnosticSeverity.Hint,
        message: l10n.t(
          '{0} stops the program in every round to read memory statistics: the benchmark takes much longer than its benchtime, and short operations look too slow. Prepare inputs before the loop if you can.',
          subject,
        ),
        fixTitle: '',
      };
    case 'setup-in-loop':
      return {
        severity: DiagnosticSeverity.Hint,
        message: l10n.t(
          '{0} makes the same thing in every round, and its cost is part of the result. If it is not what you measure, make it once before the loop.',
          subject,
        ),
        fixTitle: l10n.t('Move it before the loop'),
      };
  }
}

/** For a fault that a run shows. */
export function runTexts({ code, amount, whole, loopKeepsCalls }: RunSmell): SmellTexts {
  switch (code) {
    case 'result-unused':
      return {
        severity: DiagnosticSeverity.Information,
        message: loopKeepsCalls
          ? l10n.t(
              '{0} ns/op is less than a call takes: nothing uses the result, so the compiler has removed the work. Store the result in a package variable. b.Loop would keep the work too, but before Go 1.26 also calls that a program may not make.',
              amount.toPrecision(2),
            )
          : l10n.t(
              '{0} ns/op is less than a call takes: nothing uses the result, so the compiler has removed the work. Loop with b.Loop, which keeps it, or store the result in a package variable.',
              amount.toPrecision(2),
            ),
        fixTitle: l10n.t('Loop with b.Loop'),
      };
    case 'setup-timed':
      return {
        severity: DiagnosticSeverity.Hint,
        message: l10n.t(
          'The setup before this loop is timed too: about {0} of the result. Call b.ResetTimer before the loop, or loop with b.Loop.',
          shareLabel(amount),
        ),
        fixTitle: l10n.t('Call b.ResetTimer before the loop'),
      };
    case 'own-allocation':
      return {
        severity: DiagnosticSeverity.Hint,
        message: l10n.t(
          'This line of the benchmark itself allocates: {0} of the {1} allocs/op. If that is not what you measure, allocate before the loop.',
          amount,
          Math.max(amount, Math.round(whole ?? amount)),
        ),
        fixTitle: '',
      };
  }
}
