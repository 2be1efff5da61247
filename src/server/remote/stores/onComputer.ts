/** The stores where there are files, Git and Go. Loaded when first needed. */

import path from 'node:path';
import type { Result } from '../../../base/result.ts';
import type { VcsStamp } from '../../../go/binary/vcsStamp.ts';
import type { Services } from '../../services/services.ts';
import { findGoOffline, type GoTools, toolsEnvironment } from '../../sessions/goSetup.ts';
import { rootsFor } from '../../sessions/openProfile.ts';
import { findUnplaced } from '../../sessions/unplacedFiles.ts';
import { TextFile } from '../shared/keptText.ts';
import type { RemoteContext } from '../shared/remoteContext.ts';
import { productionSources } from './production.ts';
import { ProfileFiles } from './profileFiles.ts';
import { findStamp, type NamedProgram, stampOf } from './ranProgram.ts';
import { Stores } from './stores.ts';
import type { RanCode, UnknownProgram } from './storesContext.ts';

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

interface CodeContext extends Pick<Services, 'settings' | 'files' | 'isTrusted' | 'workspaceFiles'> {
  /** In the working tree. */
  readonly folder: string;
}

/** The code of profiles of production: Go knows where its files are, Git its commits, the program its own. */
function ranCode(context: CodeContext): RanCode {
  const { folder, files } = context;
  return async (profile, from, signal) => {
    const settings = await context.settings.general();
    const isTrusted = context.isTrusted();
    const located = await rootsFor(folder, settings, isTrusted, files);
    const roots = { ...located, found: await findUnplaced(profile, located, context.workspaceFiles, files) };
    const { unknownProgram, ...sources } = await productionSources(profile, from.versions, {
      ...{ folder, files, isTrusted, roots, signal },
      env: toolsEnvironment(settings),
      findStamp: (program) => stampHere(program, from.program, context, signal),
    });
    return { ...sources, roots, unknownProgram: unknownProgram && asUnknown(unknownProgram, context) };
  };
}

function asUnknown(program: NamedProgram, context: CodeContext): UnknownProgram {
  return {
    buildId: program.buildId,
    check: (file, signal) => chosenStamp(file, program, context, signal),
  };
}

/** The stamp of the program that ran, in a file that the user names. Problems: those of `findGo` and of `stampOf`. */
async function chosenStamp(
  file: string,
  program: NamedProgram,
  { settings, folder, files }: CodeContext,
  signal: AbortSignal,
): Promise<Result<VcsStamp>> {
  const go = await findGoOffline(await settings.general(), folder, signal);
  return go.ok ? stampOf(file, program, { files, go: commandOf(go.value, signal) }) : go;
}

function commandOf({ toolchain, directory, env }: GoTools, signal: AbortSignal) {
  return { command: toolchain.command, directory, env, signal };
}

/** The stamp of the program that the user has named, or of one in the usual places. */
async function stampHere(
  program: NamedProgram,
  named: string | undefined,
  context: CodeContext,
  signal: AbortSignal,
): Promise<VcsStamp | null> {
  const { settings, folder, files } = context;
  const stamp = named === undefined ? null : await chosenStamp(named, program, context, signal);
  if (stamp?.ok) return stamp.value;
  const go = await findGoOffline(await settings.general(), folder, signal);
  if (!go.ok) return null;
  const { env, toolchain } = go.value;
  const paths = toolchain.gopath.split(path.delimiter).filter((each) => each !== '');
  const installed = [env.GOBIN ?? '', ...paths.map((each) => path.join(each, 'bin'))];
  return findStamp(program, {
    folder,
    files,
    installed: installed.filter((each) => each !== ''),
    go: commandOf(go.value, signal),
  });
}
