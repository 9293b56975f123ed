import type { ReportDetail } from '@atrium/contract/wire/report';
import type { Preview } from '@atrium/contract/wire/tableView';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { useNouns } from '../../../api/collections.ts';
import type { Noun } from '../../../api/nouns.ts';
import { Columns3, FilterX } from '../../../ui/icons.ts';
import { PaneMessage } from '../../../ui/pane/Pane.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { singleWords as words } from '../reportWords.ts';
import { BrokenReport } from './TabContent.tsx';

interface ReportRowsProps {
  readonly dataset: string;
  readonly detail: ReportDetail;
  readonly found: UseQueryResult<Preview>;
  readonly onFirstPage: () => void;
  /** Shows the rows; undefined while they load. */
  readonly rows: (page: Preview | undefined) => ReactNode;
}

/** The table that a report holds, or why there are no rows. */
export function ReportRows({ dataset, detail, found, onFirstPage, rows }: ReportRowsProps) {
  const { subject } = useNouns(dataset);
  const { data: page, error } = found;
  const errors = detail.errors.length > 0 ? detail.errors : (page?.errors ?? []);
  if (errors.length > 0) return <BrokenReport errors={errors} />;
  if (page === undefined) {
    return error === null ? (
      rows(undefined)
    ) : (
      <PaneMessage>
        <StateMessage
          kind="error"
          title={words.tableFailed}
          detail={describeError(error, words.failedDetail)}
          onRetry={() => void found.refetch()}
        />
      </PaneMessage>
    );
  }
  const instead = insteadOfRows(page, subject, onFirstPage);
  return instead === null ? rows(page) : <PaneMessage>{instead}</PaneMessage>;
}

function insteadOfRows(page: Preview, subject: Noun, onFirstPage: () => void): ReactNode {
  if (page.extended.fields.length === 0) {
    return <StateMessage kind="empty" icon={<Columns3 size={28} aria-hidden />} title={words.noColumns} />;
  }
  if (page.recordCount === 0) {
    const title = page.subjectCount === 0 ? words.nobody(subject) : words.noRecords;
    return <StateMessage kind="empty" icon={<FilterX size={28} aria-hidden />} title={title} />;
  }
  if (page.data.length > 0) return null;
  const back = <Button onClick={onFirstPage}>{words.firstPage}</Button>;
  return <StateMessage kind="empty" title={words.pastEnd} action={back} />;
}
