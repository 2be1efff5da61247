import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import type { MachineCode } from '../../../base/model.ts';
import type { InstructionAnswer, Listing } from '../../engine/questions.ts';
import { FailedLine } from '../../view/FailedQuestion.tsx';
import type { TabProps } from '../../view/tabProps.ts';
import { useAnswer } from '../../view/useAnswer.ts';
import { useHostAnswer } from '../../view/useHostAnswer.ts';
import { baseName } from './assemblyRows.ts';
import { linesOf, MissingReason, useSource } from './ListingFrame.tsx';
import { SymbolListing } from './SymbolListing.tsx';

interface AssemblyProps extends TabProps {
  /** The function's lines with their costs. */
  readonly listings: readonly Listing[];
}

/** A function's instructions with their costs, or why there are none. */
export function AssemblyListings(props: AssemblyProps) {
  const { host, functionName } = props;
  const assembly = useHostAnswer(host, 'assembly', { functionName });
  if (assembly.is === 'coming') return <p role="status">{l10n.t('Disassembling…')}</p>;
  if (assembly.is === 'failed') return <FailedLine failed={assembly} />;
  const { answer } = assembly;
  if ('missing' in answer) return <MissingReason text={answer.missing} />;
  return <Symbols {...props} code={answer} />;
}

/** Each symbol of the function, the costliest first. */
function Symbols(props: AssemblyProps & { readonly code: MachineCode }) {
  const { engine, host, scope, format, code, listings, functionName, changes } = props;
  const costs = useAnswer(engine, 'instructions', { ...scope, code });
  const ownFile = fileOf(code, listings);
  const source = useSource(host, ownFile, props.resultsVersion);
  const text = useMemo(() => linesOf(source), [source]);
  const symbols = useMemo(
    () =>
      code.symbols
        .map((symbol, index) => ({ symbol, costs: costs?.[index] ?? [] }))
        .sort((a, b) => sizeOf(b.costs) - sizeOf(a.costs)),
    [code, costs],
  );
  if (costs === null) return null;
  return (
    <>
      {source.is === 'failed' && <FailedLine failed={source} />}
      {symbols.map(({ symbol, costs }) => (
        <SymbolListing
          key={`${symbol.name} ${symbol.end}`}
          symbol={symbol}
          costs={costs}
          format={format}
          isUncertain={changes.isUncertain(functionName)}
          ownFile={ownFile}
          text={text}
          openSource={props.actions.openSource}
        />
      ))}
    </>
  );
}

/** The file that the function is in; empty where several files have the right base name. */
function fileOf({ symbols }: MachineCode, listings: readonly Listing[]): string {
  const name = symbols[0]?.instructions[0]?.file;
  const [file, ...others] = listings.map(({ file }) => file).filter((file) => baseName(file) === name);
  return file === undefined || others.length > 0 ? '' : file;
}

function sizeOf(costs: readonly InstructionAnswer[]): number {
  return costs.reduce((sum, { flat, cum }) => sum + Math.abs(flat) + Math.abs(cum), 0);
}
