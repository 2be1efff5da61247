/** `pprof-lens serve --against`: a server of the working tree against that of a commit, under the same requests. */
import { compareServers } from '../../go/inTurns/compareVersions.ts';
import { command } from '../terminal/output.ts';
import { compareAgainst } from './againstCommand.ts';
import { readServeOptions, serveUsage } from './serveOptions.ts';

export const serveCommand = command(serveUsage, readServeOptions, (options) =>
  compareAgainst(options, {
    counts: 'server',
    compare: (versions, run) => compareServers(versions, { ...options, ...run }),
  }),
);
