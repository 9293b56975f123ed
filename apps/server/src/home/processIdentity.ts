import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';

/** A process, distinct from others that had or will have the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, as the system writes it; empty where the system does not tell. */
  readonly startedAt: string;
  /** The running system of that number; it changes with a restart and between containers. */
  readonly system: string;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid), system: thisSystem() };
}

/** Whether the process is alive; unknown where it belongs to another machine or container. */
export function isAlive(identity: ProcessIdentity): boolean | 'unknown' {
  if (identity.system !== thisSystem()) return 'unknown';
  return hasProcess(identity.pid) && startOf(identity.pid) === identity.startedAt;
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const stateField = 0;
const startField = 19;

/** The second field of /proc/PID/stat, the command, may hold spaces and parentheses; so fields are counted after it. */
function startOf(pid: number): string {
  if (process.platform === 'win32') return '';
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return startByList(pid);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A killed process keeps its number until its parent has fetched its exit code.
  return fields[stateField] === 'Z' ? 'ended' : (fields[startField] ?? '');
}

function startByList(pid: number): string {
  const listed = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return listed.status === 0 ? listed.stdout.trim().replaceAll(/\W+/g, '-') : '';
}

function thisSystem(): string {
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')) ?? '';
  const processes = read(() => readlinkSync('/proc/self/ns/pid')) ?? '';
  return createHash('sha256').update(`${os.hostname()} ${boot} ${processes}`).digest('hex').slice(0, 12);
}

function read(get: () => string): string | null {
  try {
    return get();
  } catch {
    return null;
  }
}
