import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processes that a process has made, and those that these have made, as far as the system tells: on Linux, by /proc. The
 * first is the process itself.
 */
export function treeOf(root: number): readonly number[] {
  const found = [root];
  for (const pid of found) found.push(...childrenOf(pid).filter((child) => !found.includes(child)));
  return found;
}

/** Each thread has its own list of processes that it has made. */
const childrenOf = (pid: number): readonly number[] =>
  listed(`/proc/${pid}/task`).flatMap((thread) =>
    textAt(`/proc/${pid}/task/${thread}/children`)
      .split(' ')
      .filter((word) => word !== '')
      .map(Number),
  );

/** Resident memory of some processes, in MB; null: the system does not tell. What they share counts for each. */
export function residentMB(pids: readonly number[]): number | null {
  const told = pids.flatMap((pid) => /^VmRSS:\s*([0-9]+) kB/m.exec(textAt(`/proc/${pid}/status`))?.[1] ?? []);
  return told.length === 0 ? null : told.reduce((sum, kB) => sum + Number(kB), 0) / 1024;
}

function killOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** Sends a signal to all processes of a group, and to those that they have made and that are in no such group. */
export function signalTree(leader: number, signal: NodeJS.Signals): void {
  const others = treeOf(leader).filter((pid) => groupOf(pid) !== leader);
  killOne(-leader, signal);
  for (const pid of others) killOne(pid, signal);
}

/** Ends all processes that a process has made; whether there were any. */
export function killBelow(leader: number): boolean {
  const [, ...below] = treeOf(leader);
  for (const pid of below) killOne(pid, 'SIGKILL');
  return below.length > 0;
}

/** Behind the name, which is in parentheses: state, parent, group. */
function groupOf(pid: number): number | null {
  const stat = textAt(`/proc/${pid}/stat`);
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined || group === '' ? null : Number(group);
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A process may end while it is looked at. */
function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
