import { Modal, Tabs, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../LoadFailed.tsx';
import { setName } from '../setName.ts';
import { AliasForm } from './AliasForm.tsx';
import { CountRuleForm } from './CountRuleForm.tsx';
import { setWords } from './criteriaSetWords.ts';
import { DialogSkeleton } from './DialogSkeleton.tsx';
import { type SetOf, setOptionsOf } from './setQueries.ts';

export interface SetDialogProps extends SetOf {
  readonly onClose: () => void;
}

/** The dialog of one criteria set: how many records it asks for, and what it is called. */
export function CriteriaSetDialog(props: SetDialogProps) {
  const isSmall = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={setWords.title(setName(props.set))}
      size="lg"
      fullScreen={isSmall}
    >
      <Loaded {...props} />
    </Modal>
  );
}

function Loaded({ dataset, view, set, onClose }: SetDialogProps) {
  const detail = useQuery(setOptionsOf({ dataset, view, set }));
  if (detail.isError) return <LoadFailed error={detail.error} retry={() => void detail.refetch()} />;
  const options = detail.data?.criteriaSetOptions;
  if (detail.data === undefined || options === undefined) return <DialogSkeleton />;
  const [count, alias] = options;
  const form = { dataset, set, onClose };
  return (
    <Tabs defaultValue={count.allowed ? 'count' : 'name'}>
      <Tabs.List mb="md">
        <Tabs.Tab value="count" disabled={!count.allowed}>
          {setWords.countTab}
        </Tabs.Tab>
        <Tabs.Tab value="name">{setWords.nameTab}</Tabs.Tab>
      </Tabs.List>
      {!count.allowed && (
        <Text size="sm" c="dimmed" mb="md">
          {setWords.countTab}: {count.disallowedReason}
        </Text>
      )}
      {count.allowed && (
        <Tabs.Panel value="count">
          <CountRuleForm {...form} rule={count} collection={detail.data} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="name">
        <AliasForm {...form} alias={alias.alias} isFirst={!count.allowed} />
      </Tabs.Panel>
    </Tabs>
  );
}
