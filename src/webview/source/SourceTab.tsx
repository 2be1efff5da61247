import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { Message } from '../controls/statusPages.tsx';
import type { ProfileEngine, Scope, SearchText } from '../engine/questions.ts';
import type { PageHost } from '../host/host.ts';
import { FunctionPicker } from '../table/FunctionPicker.tsx';
import type { ValueFormat } from '../view/format.ts';
import type { FunctionActions } from '../view/functionActions.ts';
import { useAnswer } from '../view/useAnswer.ts';
import { AssemblyListings } from './AssemblyListings.tsx';
import { FunctionListing } from './FunctionListing.tsx';

export interface SourceTabProps {
  readonly engine: ProfileEngine;
  readonly host: PageHost;
  readonly scope: Scope;
  readonly format: ValueFormat;
  /** The page's search: it leaves only the functions that match. */
  readonly search: SearchText;
  /** Whose source is shown; empty for the hottest function's. */
  readonly functionName: string;
  readonly actions: FunctionActions;
  readonly onFailure: (error: unknown) => void;
}

/** Functions by cost at the left, and the lines of the chosen one with what each costs. */
export function SourceTab(props: SourceTabProps) {
  const [hottest, setHottest] = useState('');
  const functionName = props.functionName || hottest;
  const [showsAssembly, setShowsAssembly] = useState(false);
  return (
    <div class="source">
      <FunctionPicker
        {...props}
        functionName={functionName}
        onChoose={props.actions.showListing}
        onHottest={setHottest}
      />
      <div class="source-listings">
        <div class="source-modes">
          <button
            type="button"
            class="quiet-button"
            aria-pressed={showsAssembly}
            title={l10n.t('Show machine instructions instead of lines')}
            onClick={() => setShowsAssembly(!showsAssembly)}
          >
            {l10n.t('Assembly')}
          </button>
        </div>
        {functionName !== '' && (
          <Listings key={functionName} {...props} functionName={functionName} showsAssembly={showsAssembly} />
        )}
      </div>
    </div>
  );
}

/** One function's source, which can be in several files: names are not unique in every language. Or its instructions. */
function Listings(props: SourceTabProps & { readonly showsAssembly: boolean }) {
  const { engine, scope, functionName } = props;
  const question = useMemo(() => ({ ...scope, functionName }), [scope, functionName]);
  const listings = useAnswer(engine, 'listing', question, question, props.onFailure);
  if (listings?.length === 0) {
    return (
      <Message
        icon="info"
        heading={l10n.t('No cost')}
        text={l10n.t(
          '{0} costs nothing here. Other filters or another sample type may show it.',
          functionName,
        )}
      />
    );
  }
  if (props.showsAssembly && listings !== null)
    return <AssemblyListings {...props} listings={listings} openSource={props.actions.openSource} />;
  return (
    <>
      {listings?.map((listing) => (
        <FunctionListing
          key={listing.file}
          functionName={functionName}
          listing={listing}
          host={props.host}
          format={props.format}
          openSource={props.actions.openSource}
          onFailure={props.onFailure}
        />
      ))}
    </>
  );
}
