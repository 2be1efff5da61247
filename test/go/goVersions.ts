import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
const installed = /1\.\d+/.exec(stdout ?? '')?.[0];

export const isInstalled = (version: string) => version.startsWith(`${installed}.`);

/**
 * The versions of Go that tests compile with: the oldest and the newest in use, and the installed one. In CI, each between them is
 * the installed one once.
 */
export const goVersions = ['1.24.13', '1.25.12', '1.26.8', '1.27.0'].filter(
  (version, i, all) => i === 0 || i === all.length - 1 || isInstalled(version),
);

/** Whether tests compile the tool for traces of a version, which comes as sources, and takes longer than all else of a version. */
export const tracesWith = (version: string) => version === goVersions.at(-1) || isInstalled(version);
