/** The stores where there are files, Git and Go. Loaded when first needed. */
import { TextFile } from '../shared/keptText.ts';
import type { RemoteContext } from '../shared/remoteContext.ts';
import { ProfileFiles } from './profileFiles.ts';
import { ranCode } from './ranCode.ts';
import { Stores } from './stores.ts';

export function storesOnComputer(context: RemoteContext): Stores {
  const { settings, listFile } = context;
  const maxBytes = async () => (await settings.general()).lens.maxProfileBytes;
  return new Stores({
    ...context,
    list: new TextFile(listFile),
    isListed: true,
    profiles: new ProfileFiles(context.profiles, maxBytes),
    code: ranCode(context),
  });
}
