/** The processes of our own process group. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface Member {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** It has ended, and its parent has not asked how. */
  readonly isZombie: boolean;
}

/** The number of our group; our own number where the system does not say it. */
export function ownGroup(): number {
  return all().find(({ pid }) => pid === process.pid)?.group ?? process.pid;
}

/** All that run in our group, except us and who has started us. */
export function groupMembers(): number[] {
  const processes = all();
  const group = processes.find(({ pid }) => pid === process.pid)?.group;
  return processes
    .filter((each) => each.group === group && !each.isZombie)
    .filter(({ pid }) => pid !== process.pid && pid !== process.ppid)
    .map(({ pid }) => pid);
}

function all(): Member[] {
  if (process.platform === 'win32') return [];
  return process.platform === 'linux' ? fromProc() : fromPs();
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: `pid (name) state ppid pgrp ...`; the name can have parentheses. */
function fromProc(): Member[] {
  return readdirSync('/proc').flatMap((name): Member[] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid: Number(name), parent: Number(parent), group: Number(group), isZombie: state === 'Z' }];
    } catch {
      // It has just ended.
      return [];
    }
  });
}

function fromPs(): Member[] {
  const ps = spawnSync('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'latin1' });
  return (ps.stdout ?? '').split('\n').flatMap((line): Member[] => {
    const [pid, parent, group, state = ''] = line.trim().split(/\s+/);
    const member = { pid: Number(pid), parent: Number(parent), group: Number(group) };
    // `ps` itself is in our group, and gone by now.
    const isPs = member.parent === process.pid && member.pid === ps.pid;
    return pid === undefined || isPs ? [] : [{ ...member, isZombie: state.startsWith('Z') }];
  });
}
