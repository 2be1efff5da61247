/** What a user can do about a run that could not begin: the buttons of its message. */
import * as l10n from '@vscode/l10n';
import type { Problem } from '../../../base/result.ts';
import type { RunRequest, SettingParams } from '../../../protocol.ts';
import type { MessageAction } from '../../client/messages.ts';

export interface RemedyActions {
  /** Changes or shows a setting; `null` if the client cannot. */
  readonly setting: ((params: SettingParams) => void) | null;
  readonly openPage: (address: string) => void;
  readonly runAgain: (request: RunRequest) => void;
}

/** The buttons for a problem of `prepareRun`; often none. */
export function remedies(problem: Problem, request: RunRequest, actions: RemedyActions): MessageAction[] {
  const { code, args } = problem;
  const { setting, openPage, runAgain } = actions;
  const { uri } = request;
  const openSetting = (name: string): MessageAction[] =>
    setting === null ? [] : [{ title: l10n.t('Open Setting'), run: () => setting({ name, uri }) }];
  switch (code) {
    case 'wrong-go-path':
      return openSetting('goPath');
    case 'no-go':
      return [
        { title: l10n.t('Get Go'), run: () => openPage('https://go.dev/dl/') },
        ...openSetting('goPath'),
      ];
    case 'needs-tags': {
      const tags = String(args[1]);
      const withTags: RunRequest = { ...request, addTags: tags };
      const once = { title: l10n.t('Run with -tags={0}', tags), run: () => runAgain(withTags) };
      if (setting === null) return [once];
      const run = () => {
        setting({ name: 'tags', uri, value: String(args[2]) });
        // The run need not wait for the setting.
        runAgain(withTags);
      };
      return [once, { title: l10n.t('Always, in This Workspace'), run }];
    }
    default:
      return [];
  }
}
