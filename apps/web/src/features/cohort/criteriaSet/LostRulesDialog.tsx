import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { setName } from '../setName.ts';
import { setWords } from './criteriaSetWords.ts';

interface LostRulesDialogProps {
  readonly of: CriteriaSetView;
  readonly deletes: 'set' | 'rule';
  /** The sets that would lose their date rules. */
  readonly losing: readonly CriteriaSetView[];
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Says before a deletion which date rules of other sets go with it. */
export function LostRulesDialog({ of, deletes, losing, onConfirm, onClose }: LostRulesDialogProps) {
  const explain = deletes === 'set' ? setWords.lostBySet : setWords.lostByRule;
  return (
    <Modal opened onClose={onClose} title={setWords.lostTitle} size="md">
      <Stack>
        <Text>{explain(setName(of))}</Text>
        <List>
          {losing.map((set) => (
            <List.Item key={set.entryId}>
              <strong>{setName(set)}</strong>: <SafeHtml html={set.eventRuleLabel ?? ''} />
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {setWords.cancel}
          </Button>
          <Button color="red" onClick={onConfirm}>
            {setWords.deleteAnyway(losing.length)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
