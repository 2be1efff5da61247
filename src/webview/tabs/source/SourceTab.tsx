import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { QuietButton } from '../../controls/Button.tsx';
import { Message } from '../../controls/statusPages.tsx';
import { FunctionPicker } from '../../table/FunctionPicker.tsx';
import type { TabProps } from '../../view/tabProps.ts';
import { useAnswer, useShownFunction } from '../../view/useAnswer.ts';
import { AssemblyListings } from './AssemblyListings.tsx';
import { FunctionListing } from './FunctionListing.tsx';

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
