import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { lastPart } from '../../../base/fileName.ts';
import type { MachineCode } from '../../../base/model.ts';
import { QuietButton } from '../../controls/Button.tsx';
import { Message } from '../../controls/statusPages.tsx';
import type { InstructionAnswer, Listing } from '../../engine/questions.ts';
import { FunctionPicker } from '../../table/FunctionPicker.tsx';
import { FailedLine } from '../../view/FailedQuestion.tsx';
import type { TabProps } from '../../view/tabProps.ts';
import { useAnswer, useShownFunction } from '../../view/useAnswer.ts';
import { useHostAnswer } from '../../view/useHostAnswer.ts';
import { FunctionListing } from './FunctionListing.tsx';
import { linesOf, MissingReason, useSource } from './ListingFrame.tsx';
import { SymbolListing } from './SymbolListing.tsx';

/** The list of functions, and beside it the lines of the chosen one with their costs. */
export function SourceTab(props: TabProps) {
  const functionName = useShownFunction(props);
  const [showsAssembly, setShowsAssembly] = useState(false);
  return (
    <div class="source">
      <FunctionPicker {...props} functionName={functionName} onChoose={props.actions.showSource} />
      <div class="source-listings">
        <div class="source-modes">
          <QuietButton
            aria-pressed={showsAssembly}
            title={l10n.t('Show machine instructions instead of lines')}
            onClick={() => setShowsAssembly(!showsAssembly)}
          >
            {l10n.t('Assembly')}
          </QuietButton>
        </div>
        {functionName !== null && functionName !== '' && (
          <Listings key={functionName} {...props} functionName={functionName} showsAssembly={showsAssembly} />
        )}
      </div>
    </div>
  );
}

/** One function's lines or instructions. Its lines can be in several files: names are not unique in every language. */
function Listings(props: TabProps & { readonly showsAssembly: boolean }) {
  const { engine, scope, functionName } = props;
  const listings = useAnswer(engine, 'listing', { ...scope, functionName });
  if (listings?.length === 0) {
    return (
      <Message
        heading={l10n.t('No cost')}
        text={l10n.t(
          '{0} costs nothing here. Other filters or another sample type may show it.',
          functionName,
        )}
      />
    );
  }
  if (props.showsAssembly && listings !== null) return <AssemblyListings {...props} listings={listings} />;
  return (
    <>
      {listings?.map((listing, i) => (
        <FunctionListing {...props} key={listing.file} listing={listing} showsHottest={i === 0} />
      ))}
    </>
  );
}

interface AssemblyProps extends TabProps {
  /** The function's lines with their costs. */
  readonly listings: readonly Listing[];
}

/** A function's instructions with their costs, or why there are none. */
function AssemblyListings(props: AssemblyProps) {
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
  const [file, ...others] = listings.map(({ file }) => file).filter((file) => lastPart(file) === name);
  return file === undefined || others.length > 0 ? '' : file;
}

function sizeOf(costs: readonly InstructionAnswer[]): number {
  return costs.reduce((sum, { flat, cum }) => sum + Math.abs(flat) + Math.abs(cum), 0);
}
