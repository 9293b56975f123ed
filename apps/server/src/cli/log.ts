import { type Logger, pino } from 'pino';
import { z } from 'zod';
import type { LogFormat } from '../config/config.ts';

export interface LogOptions {
  /** The form that the operator chose; null: text on a terminal, else JSON. */
  readonly format: LogFormat | null;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Takes the lines of text. */
  readonly write: (text: string) => void;
}

/** Lines that found no room are written later, up to so many bytes of them. */
const maxBacklog = 1024 * 1024;

const fullDisk: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/** Called when lines of the log found no room on the disk: the portal goes on without them (rule 9.17). */
export function loseLines(error: Error): void {
  if ('code' in error && (fullDisk.has(error.code) || error.code === 'EPIPE')) return;
  throw error;
}

/** Makes the log of a portal: JSON lines on standard output, or one readable line for each request and event. */
export function createLog({ format, isTerminal, write }: LogOptions): Logger {
  const isText = (format ?? (isTerminal ? 'text' : 'json')) === 'text';
  if (!isText) {
    const lines = pino.destination({ dest: 1, sync: true, maxLength: maxBacklog });
    lines.on('error', loseLines);
    return pino({ level: 'info' }, lines);
  }
  return pino({ level: 'info', base: null }, { write: (line: string) => write(formatLine(line)) });
}

const logLine = z.looseObject({
  time: z.number(),
  level: z.number(),
  msg: z.string().default(''),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.number().optional(),
  milliseconds: z.number().optional(),
  requestId: z.string().optional(),
  err: z.looseObject({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

/**
 * Formats one JSON line of the log as text: time, level, method, path, status, milliseconds, message, other fields. The
 * stack of an error follows, indented. A line about an answer leaves out the request id; refusals and faults have it.
 */
export function formatLine(json: string): string {
  const { time, level, msg, method, path, status, milliseconds, requestId, err, ...rest } = logLine.parse(
    JSON.parse(json),
  );
  const clock = new Date(time).toTimeString().slice(0, 8);
  const isAnswer = method !== undefined;
  const duration = milliseconds === undefined ? undefined : `${milliseconds} ms`;
  const fields = { ...rest, ...(isAnswer ? {} : { requestId }) };
  const words = [
    clock,
    (pino.levels.labels[level] ?? String(level)).padEnd(5),
    method,
    path,
    status,
    duration,
  ];
  const line = [...words, msg, ...Object.entries(fields).flatMap(formatField)]
    .filter((word) => word !== undefined && word !== '')
    .join(' ');
  const stack = err?.stack ?? err?.message;
  return [printable(line), ...(stack?.split('\n') ?? []).map((one) => `    ${printable(one)}`), ''].join(
    '\n',
  );
}

const formatField = ([name, value]: readonly [string, unknown]): readonly string[] => {
  if (value === undefined) return [];
  const isWord = typeof value === 'string' && /^[^\s"=]+$/.test(value);
  return [`${name}=${isWord ? value : JSON.stringify(value)}`];
};

/** Anyone can send a request with any path, and a terminal obeys control characters. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (found) => `\\x${found.charCodeAt(0).toString(16).padStart(2, '0')}`);
