import type { AuditLine } from '@atrium/contract';
import { formatDayOf } from '../../lib/formatInstant.ts';

export interface DayOfLines {
  readonly day: string;
  readonly lines: readonly AuditLine[];
}

/** Lines under the reader's days, in the order in which they come. */
export function byDay(lines: readonly AuditLine[]): readonly DayOfLines[] {
  const days: { day: string; lines: AuditLine[] }[] = [];
  for (const line of lines) {
    const day = formatDayOf(line.at);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}
