import * as l10n from '@vscode/l10n';
import { serverCommands, type TestsRequest } from '../../protocol.ts';
import { type LensCommand, lensTitle, tooltip } from '../client/lensCommand.ts';

/** Profiles a test for the first time. */
export function firstLens(request: TestsRequest): LensCommand {
  return {
    title: lensTitle(l10n.t('profile this test')),
    ...tooltip(l10n.t('Run {0} with profilers, and show the costs in the code', request.test ?? '')),
    command: serverCommands.profileTests,
    arguments: [request],
  };
}
