import { csvSeparators } from '@atrium/contract/wire/csvForm';
import { Button, Group, Modal, Radio, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { type ChosenCsv, useChosenCsv } from '../../../api/csvForm.ts';
import { csvWords } from '../tableWords.ts';

interface CsvSettingsProps {
  readonly isOpen: boolean;
  readonly csv: ChosenCsv;
  readonly onChange: (csv: ChosenCsv) => void;
  readonly onClose: () => void;
}

/** How the person wants CSV files (rule 11.36), with the dialog in which that is chosen. */
export function useCsvSettings() {
  const [csv, choose] = useChosenCsv();
  const [isOpen, setIsOpen] = useState(false);
  return {
    choice: { csv, onCsv: () => setIsOpen(true) },
    dialog: <CsvSettings isOpen={isOpen} csv={csv} onChange={choose} onClose={() => setIsOpen(false)} />,
  };
}

const CsvSettings = ({ isOpen, csv, onChange, onClose }: CsvSettingsProps) => (
  <Modal opened={isOpen} onClose={onClose} title={csvWords.title}>
    <Stack gap="md">
      <Radio.Group
        label={csvWords.separator}
        description={csvWords.separatorHint}
        value={csv.separator}
        onChange={(value) => {
          const separator = csvSeparators.find((one) => one === value);
          if (separator !== undefined) onChange({ ...csv, separator });
        }}
      >
        <Group mt="xs" gap="md">
          {csvSeparators.map((one) => (
            <Radio key={one} value={one} label={csvWords.separators[one]} />
          ))}
        </Group>
      </Radio.Group>
      <Switch
        label={csvWords.mark}
        description={csvWords.markHint}
        checked={csv.byteOrderMark}
        onChange={(event) => onChange({ ...csv, byteOrderMark: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed">
        {csvWords.kept}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{csvWords.close}</Button>
      </Group>
    </Stack>
  </Modal>
);
