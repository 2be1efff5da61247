/** What the user knows of a profile of production and the store does not: the program that ran, how many requests it answered. */
import * as l10n from '@vscode/l10n';
import { fail } from '../../../base/result.ts';
import { coveredSeconds } from '../../../go/stores/recordedTime.ts';
import { type AskContext, told } from '../shared/connecting.ts';
import type { ConnectedStore } from './connectStore.ts';
import type { Provenance } from './provenance.ts';
import type { StoresContext, UnknownProgram } from './storesContext.ts';

/** Offers to name the program that ran, where nothing else says the commit. */
export function offerProgram(
  { ask, messages, ended }: Pick<StoresContext, 'ask' | 'messages' | 'ended'>,
  { service }: Provenance,
  program: UnknownProgram,
  /** Gets the path of the program. */
  named: (file: string) => Promise<unknown>,
): void {
  const text = l10n.t(
    'The store does not say which version of {0} ran, and its program is not in the usual places here. Choose the program file, and the commit in it counts. Until then, lines show costs only in files where the profile’s functions stand where it says.',
    service,
  );
  const choose = async () => {
    const [file] = await ask.files({
      title: l10n.t('Program of {0}, build id {1}', service, program.buildId.slice(0, 12)),
      button: l10n.t('Choose'),
    });
    if (file === undefined) return;
    const checked = await program.check(file, ended);
    if (checked.ok) await named(file);
    else messages.problem(checked.problem, 'error');
  };
  messages.offer(text, [{ title: l10n.t('Choose Program…'), run: choose }]);
}

/** Asks how many requests a profile is of. `null`: given up, or a message says why. */
export async function askRequests(
  { ask, messages }: AskContext,
  from: Provenance,
  connected: () => Promise<ConnectedStore | null>,
): Promise<number | null> {
  const typed = await ask.input({
    title: l10n.t('Costs per Request'),
    prompt: l10n.t(
      'How many requests did all processes of {0} answer in this time? A rate such as 250/s, or a number',
      from.service,
    ),
    placeholder: '250/s',
  });
  if (typed === null || typed.trim() === '') return null;
  const [whole, digits = '', unit] =
    /^\s*(\d{1,15}(?:\.\d{1,9})?)\s*(?:\/\s*(s|min|h))?\s*$/.exec(typed) ?? [];
  const count = Number(digits);
  if (whole === undefined || count <= 0) {
    const template = '{0} is no number of requests. Type 250/s for a rate, or how many there were.';
    return told(messages, fail('wrong-rate', template, [typed]).problem);
  }
  if (unit === undefined) return count;
  const store = await connected();
  const seconds = store === null ? null : await covered(store, from);
  return seconds === null ? null : (count * seconds) / (unit === 's' ? 1 : unit === 'min' ? 60 : 3600);
}

/** In how many seconds of the profile's time the service was profiled. */
async function covered(
  { store, range, ask, typesOf }: ConnectedStore,
  { type, selector }: Provenance,
): Promise<number | null> {
  const main = typesOf(type)?.at(-1);
  if (main === undefined) return null;
  return ask(l10n.t('asking when it was profiled'), (limits) =>
    coveredSeconds(store, main, { selector, range }, limits),
  );
}
