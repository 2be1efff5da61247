import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** The processes of this machine whose command line holds `text`, this one aside. */
export function processesNaming(text: string): RunningProcess[] {
  const all = process.platform === 'linux' ? processesFromProc() : processesFromPs();
  return all.filter(({ pid, command }) => command.includes(text) && pid !== process.pid);
}

/** A bare Linux has no `ps`. */
function processesFromProc(): RunningProcess[] {
  const running: RunningProcess[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      running.push({ pid: Number(entry), command });
    } catch (error) {
      // It has ended since the folder was read.
      if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')))
        throw error;
    }
  }
  return running;
}

function processesFromPs(): RunningProcess[] {
  const run = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Error(`ps failed: ${run.error?.message ?? run.stderr}`);
  return run.stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => ({ pid: Number(match[1]), command: match[2] ?? '' }));
}
