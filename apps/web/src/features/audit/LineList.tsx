import type { AuditLine } from '@atrium/contract/wire/audit';
import { Anchor, Title } from '@mantine/core';
import { formatDayOf, formatTimeOf } from '../../lib/formatInstant.ts';
import { words } from './auditWords.ts';
import classes from './LineList.module.css';
import { RecordedQuery } from './RecordedQuery.tsx';
import { contextOf, namesDefinition, sentenceOf } from './sentenceOf.ts';
import { TransferFiles, transferOf } from './TransferFiles.tsx';

export interface LineListProps {
  readonly lines: readonly AuditLine[];
  /** Shows the lines of one account only; present where lines of several accounts are shown. */
  readonly onAccount?: (account: number) => void;
}

/** Lines of the audit as sentences, day by day. */
export function LineList({ lines, onAccount }: LineListProps) {
  return byDay(lines).map(({ day, lines }) => (
    <section key={day} aria-label={day} className={classes.day}>
      <Title order={onAccount ? 2 : 3} size="h5" className={classes.head}>
        {day}
      </Title>
      <ol className={classes.lines} data-whose={onAccount ? 'all' : 'own'}>
        {lines.map((line) => (
          <Line key={line.id} line={line} {...(onAccount && { onAccount })} />
        ))}
      </ol>
    </section>
  ));
}

function Line({ line, onAccount }: { readonly line: AuditLine } & Pick<LineListProps, 'onAccount'>) {
  const context = [line.dataset ?? '', contextOf(line)].filter((part) => part !== '').join(' · ');
  return (
    <li className={classes.line} title={words.line(line.id)}>
      <time dateTime={line.at} className={classes.time}>
        {formatTimeOf(line.at)}
      </time>
      {onAccount && (
        <span className={classes.who}>
          <Who line={line} onAccount={onAccount} />
        </span>
      )}
      <div className={classes.what}>
        <span>{sentenceOf(line)}</span>
        {namesDefinition(line) && <RecordedQuery line={line.id} />}
        {transferOf(line) !== undefined && <TransferFiles line={line} whose={onAccount ? 'all' : 'own'} />}
      </div>
      <span className={classes.context}>{context}</span>
    </li>
  );
}

function Who({ line, onAccount }: { line: AuditLine; onAccount: (account: number) => void }) {
  const { accountId, username, operator } = line;
  if (operator !== null) return words.operator(operator);
  if (accountId === null) return line.action.startsWith('sign_in') ? words.nobody : words.portal;
  const name = username ?? String(accountId);
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      py={2}
      aria-label={words.only(name)}
      onClick={() => onAccount(accountId)}
    >
      {name}
    </Anchor>
  );
}

interface DayOfLines {
  readonly day: string;
  readonly lines: readonly AuditLine[];
}

/** Groups lines by day, in the reader's time zone, and keeps their order. */
function byDay(lines: readonly AuditLine[]): readonly DayOfLines[] {
  const days: { day: string; lines: AuditLine[] }[] = [];
  for (const line of lines) {
    const day = formatDayOf(line.at);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}
