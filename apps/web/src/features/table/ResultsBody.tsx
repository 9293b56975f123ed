import { Unplug } from 'lucide-react';
import { describeError } from '../../api/apiError.ts';
import { Sentences } from '../../ui/Notices.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { PendingGrid } from './grid/PendingGrid.tsx';
import { Message } from './Message.tsx';
import { ResultsRows, type RowActions } from './ResultsRows.tsx';
import type { Results } from './useResults.ts';
import { words } from './words.ts';

interface ResultsBodyProps extends RowActions {
  readonly results: Results;
}

/** The rows with their pager, or why there are none. */
export function ResultsBody({ results, ...actions }: ResultsBodyProps) {
  const { table, page, error, retry } = results;
  if (error !== null) {
    const message = describeError(error);
    return (
      <Message>
        <StateMessage kind="error" title={words.failed} detail={message} onRetry={retry} />
      </Message>
    );
  }
  if (page !== undefined && page.errors.length > 0) {
    return (
      <Message>
        <StateMessage
          kind="error"
          icon={<Unplug size={28} aria-hidden />}
          title={words.brokenCohort}
          detail={<BrokenCohort errors={page.errors} />}
          action={actions.toQuery}
        />
      </Message>
    );
  }
  if (table === undefined) return <PendingGrid />;
  return <ResultsRows table={table} page={page} isStale={results.isStale} {...actions} />;
}

const BrokenCohort = ({ errors }: { readonly errors: readonly string[] }) => (
  <>
    <strong>
      <Sentences of={errors} />
    </strong>
    <br />
    {words.brokenCohortDetail}
  </>
);
