import * as l10n from '@vscode/l10n';
import type { SessionAge } from '../../protocol.ts';
import type { PageHost } from '../host/host.ts';

/** Says above a profile that it is not of now, and leads to the newest run. */
export function AgeBanner({ age, host }: { age: SessionAge; host: PageHost }) {
  const { sentence, newestRunId } = age;
  return (
    <div class="notice age">
      <span role="status">{sentence}</span>
      {newestRunId !== null && (
        <button
          type="button"
          class="link"
          onClick={() => host.send({ type: 'showResult', runId: newestRunId })}
        >
          {l10n.t('Show newest')}
        </button>
      )}
    </div>
  );
}
