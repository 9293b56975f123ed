import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SetDialogProps } from '../criteriaSet/CriteriaSetDialog.tsx';
import { setWords } from '../criteriaSet/criteriaSetWords.ts';
import { DialogSkeleton } from '../criteriaSet/DialogSkeleton.tsx';
import { eventOptionsOf } from '../criteriaSet/setQueries.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { setName } from '../setName.ts';
import { EventRuleForm } from './EventRuleForm.tsx';

/** The dialog of a date rule: which records count by when they happened. */
export function EventRuleDialog(props: SetDialogProps) {
  const isSmall = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={setWords.ruleTitle(setName(props.set))}
      size="lg"
      fullScreen={isSmall}
    >
      <Loaded {...props} />
    </Modal>
  );
}

function Loaded(props: SetDialogProps) {
  const detail = useQuery(eventOptionsOf(props));
  if (detail.isError) return <LoadFailed error={detail.error} retry={() => void detail.refetch()} />;
  const options = detail.data?.criteriaSetEventOptions;
  if (detail.data === undefined || options === undefined) return <DialogSkeleton />;
  return <EventRuleForm {...props} options={options} collection={detail.data} />;
}
