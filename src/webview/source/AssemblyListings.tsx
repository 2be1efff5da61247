import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import type { MachineCode } from '../../model.ts';
import { Icon } from '../controls/Icon.tsx';
import type { InstructionAnswer, Listing, ProfileEngine, Scope } from '../engine/questions.ts';
import type { PageHost } from '../host/host.ts';
import type { ValueFormat } from '../view/format.ts';
import { useAnswer } from '../view/useAnswer.ts';
import { baseName } from './assemblyRows.ts';
import { SymbolListing } from './SymbolListing.tsx';
import { linesOf, useAssembly, useSource } from './useSource.ts';

interface AssemblyProps {
  readonly engine: ProfileEngine;
  readonly host: PageHost;
  readonly scope: Scope;
  readonly format: ValueFormat;
  readonly functionName: string;
  /** Of the function's lines. */
  readonly listings: readonly Listing[];
  /** `null` where there is no editor. */
  readonly openSource: ((file: string, line: number) => void) | null;
  readonly onFailure: (error: unknown) => void;
}

/** A function's instructions with what each costs, or why there are none. */
export function AssemblyListings(props: AssemblyProps) {
  const assembly = useAssembly(props.host, props.functionName, props.onFailure);
  if (assembly === null) return <p role="status">{l10n.t('Disassembling…')}</p>;
  if ('missing' in assembly) {
    return (
      <p class="listing-missing" role="status">
        <Icon name="info" /> {assembly.missing}
      </p>
    );
  }
  return <Symbols {...props} code={assembly} />;
}

/** Each symbol of the function, the costliest first. */
function Symbols(props: AssemblyProps & { readonly code: MachineCode }) {
  const { engine, host, scope, format, code, listings, onFailure } = props;
  const question = useMemo(() => ({ ...scope, code }), [scope, code]);
  const costs = useAnswer(engine, 'instructions', question, question, onFailure);
  const ownFile = fileOf(code, listings);
  const source = useSource(host, ownFile, onFailure);
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
      {symbols.map(({ symbol, costs }) => (
        <SymbolListing
          key={`${symbol.name} ${symbol.end}`}
          symbol={symbol}
          costs={costs}
          format={format}
          ownFile={ownFile}
          text={text}
          openSource={props.openSource}
        />
      ))}
    </>
  );
}

/** The file that the function is in; empty where the names of several fit. */
function fileOf({ symbols }: MachineCode, listings: readonly Listing[]): string {
  const name = symbols[0]?.instructions[0]?.file;
  const [file, ...others] = listings.map(({ file }) => file).filter((file) => baseName(file) === name);
  return file === undefined || others.length > 0 ? '' : file;
}

function sizeOf(costs: readonly InstructionAnswer[]): number {
  return costs.reduce((sum, { flat, cum }) => sum + Math.abs(flat) + Math.abs(cum), 0);
}
