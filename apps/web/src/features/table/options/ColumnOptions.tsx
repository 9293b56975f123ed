import type { ColumnView } from '@atrium/contract';
import { Modal, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../../api/apiError.ts';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { columnHeading } from '../columns/columnHeading.ts';
import { columnOptionsOf, type TableOf } from '../queries.ts';
import { ColumnOptionsForm } from './ColumnOptionsForm.tsx';
import { optionsWords } from './words.ts';

interface ColumnOptionsProps {
  readonly of: TableOf;
  /** The column that is open, if any. */
  readonly column: ColumnView | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** The dialog of one column: how its values are joined, its name, and whose records it shows. */
export function ColumnOptions({ of, column, onClose, onSaved }: ColumnOptionsProps) {
  const isSmall = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={column !== undefined}
      onClose={onClose}
      title={column && optionsWords.title(columnHeading(column).name)}
      size="lg"
      fullScreen={isSmall}
    >
      {column !== undefined && (
        <Loaded key={column.entryId} of={of} column={column} onClose={onClose} onSaved={onSaved} />
      )}
    </Modal>
  );
}

function Loaded({ of, column, onClose, onSaved }: ColumnOptionsProps & { readonly column: ColumnView }) {
  const { entryId, conceptId } = column;
  const concept = useQuery(columnOptionsOf(of, { entryId, conceptId }));
  if (concept.isError) {
    return (
      <StateMessage
        kind="error"
        title={optionsWords.failed}
        detail={describeError(concept.error)}
        onRetry={() => void concept.refetch()}
      />
    );
  }
  if (concept.data === undefined) {
    return (
      <Stack aria-busy="true">
        <Skeleton height={58} />
        <Skeleton height={58} />
        <Skeleton height={36} width={180} ml="auto" />
      </Stack>
    );
  }
  const options = concept.data.tableOptions ?? null;
  if (options === null) return <StateMessage kind="empty" title={optionsWords.closed} />;
  return <ColumnOptionsForm of={of} column={column} options={options} onClose={onClose} onSaved={onSaved} />;
}
