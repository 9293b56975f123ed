import { Modal, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../../api/apiError.ts';
import { type KeptDraft, useKeptDraft } from '../../../api/useDraft.ts';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { columnOptionsOf, type TableOf } from '../tableQueries.ts';
import { optionsWords } from '../tableWords.ts';
import { ColumnOptionsForm, type Saving } from './ColumnOptionsForm.tsx';
import { type ColumnOptionsEdit, keptOptions, type OptionedColumn } from './columnForm.ts';

interface ColumnOptionsProps {
  readonly of: TableOf;
  /** The column that is open, if any. */
  readonly column: OptionedColumn | undefined;
  readonly onClose: () => void;
  readonly save: Saving;
}

/** The dialog of one column: how its values are joined, its name, and which records it shows. */
export function ColumnOptions({ of, column, onClose, save }: ColumnOptionsProps) {
  const id = column?.entryId ?? column?.conceptId;
  const kept = useKeptDraft(keptOptions, ['options', of.dataset, id]);
  const discard = () => {
    kept.clear();
    onClose();
  };
  const isSmall = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={column !== undefined}
      onClose={discard}
      title={column && optionsWords.title(column.name)}
      size="lg"
      fullScreen={isSmall}
    >
      {column !== undefined && (
        <Loaded
          key={column.entryId ?? column.name}
          of={of}
          column={column}
          kept={kept}
          onClose={discard}
          save={save}
        />
      )}
    </Modal>
  );
}

interface LoadedProps extends ColumnOptionsProps {
  readonly column: OptionedColumn;
  readonly kept: KeptDraft<ColumnOptionsEdit>;
}

function Loaded({ of, column, kept, onClose, save }: LoadedProps) {
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
  return (
    <ColumnOptionsForm
      of={of}
      column={{ ...column, name: concept.data.name }}
      options={options}
      kept={kept}
      onClose={onClose}
      save={save}
    />
  );
}
