import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { X } from '../../../../ui/icons.ts';
import { deskWords as words } from './deskWords.ts';
import type { ReadingForm, UnitText } from './readingForm.ts';

interface UnitFieldsProps {
  readonly form: ReadingForm;
  readonly hasUnit: boolean;
  readonly onChange: (part: Partial<ReadingForm>) => void;
}

const noUnit: UnitText = { text: '', factor: '' };

/** Divides "80 kg" into the number and its unit. A row without a text counts for nothing until it has one. */
export function UnitFields({ form, hasUnit, onChange }: UnitFieldsProps) {
  const { panel } = words;
  const [typed, setTyped] = useState<readonly UnitText[]>(form.units);
  const change = (units: readonly UnitText[]) => {
    setTyped(units);
    onChange({ units });
  };
  const edit = (index: number, part: Partial<UnitText>) =>
    change(typed.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <Stack gap="sm">
      {hasUnit && (
        <TextInput
          label={panel.unit}
          description={panel.unitDetail}
          maw={200}
          maxLength={40}
          value={form.unit}
          onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
        />
      )}
      <div>
        <Text size="sm" fw={500}>
          {panel.units}
        </Text>
        <Text size="xs" c="dimmed">
          {panel.unitsDetail}
        </Text>
      </div>
      {typed.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two units may have the same text while they are typed
        <Group key={index} gap="xs" align="end" wrap="nowrap">
          <TextInput
            label={panel.unitText}
            maw={120}
            maxLength={40}
            value={one.text}
            onChange={({ currentTarget }) => edit(index, { text: currentTarget.value })}
          />
          <TextInput
            label={panel.factor}
            placeholder={panel.factorHint}
            maw={120}
            inputMode="decimal"
            value={one.factor}
            onChange={({ currentTarget }) => edit(index, { factor: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={panel.removeUnit(one.text)}
            onClick={() => change(typed.filter((_, at) => at !== index))}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button size="compact-sm" variant="default" onClick={() => setTyped([...typed, noUnit])}>
          {panel.addUnit}
        </Button>
      </Group>
    </Stack>
  );
}
