import type { ColumnInReading } from '@atrium/contract/wire/draft';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { ScrollRegion } from '../../../../ui/ScrollRegion.tsx';
import classes from './Desk.module.css';
import { deskWords as words } from './deskWords.ts';
import { hasWords, type ReadingForm } from './readingForm.ts';

interface TextsTableProps {
  readonly column: ColumnInReading;
  readonly form: ReadingForm;
  readonly onChange: (part: Partial<ReadingForm>) => void;
}

/** The texts that most cells hold: which of them mean missing, and which are spellings of another. */
export function TextsTable({ column, form, onChange }: TextsTableProps) {
  const { panel } = words;
  const counts = new Map(column.frequent.map(({ text, rows }) => [text, rows]));
  const texts = [...new Set([...form.missing, ...column.frequent.map(({ text }) => text)])];
  const others = column.distinct - column.frequent.length;
  const toggle = (text: string, isMissing: boolean) =>
    onChange({ missing: isMissing ? [...form.missing, text] : form.missing.filter((one) => one !== text) });
  const spell = (text: string, value: string) =>
    onChange({ spellings: new Map(form.spellings).set(text, value) });
  const isOfWords = hasWords(form.kind);
  return (
    <Stack gap="sm" className={classes.panelPart}>
      <Text fw={600} size="sm">
        {panel.texts}
      </Text>
      <ScrollRegion label={panel.textsOf(column.name)} className={classes.textsFrame}>
        <table className={classes.texts} aria-label={panel.textsOf(column.name)}>
          <thead>
            <tr>
              <th scope="col">{panel.text}</th>
              <th scope="col" data-number>
                {panel.cells}
              </th>
              <th scope="col">{panel.missing}</th>
              {isOfWords && <th scope="col">{panel.same}</th>}
            </tr>
          </thead>
          <tbody>
            {texts.map((text) => (
              <tr key={text}>
                <th scope="row">{text}</th>
                <td data-number>{formatCount(counts.get(text) ?? 0)}</td>
                <td>
                  <Checkbox
                    aria-label={panel.missingOf(text)}
                    checked={form.missing.includes(text)}
                    onChange={({ currentTarget }) => toggle(text, currentTarget.checked)}
                  />
                </td>
                {isOfWords && (
                  <td>
                    <TextInput
                      size="xs"
                      aria-label={panel.sameOf(text)}
                      placeholder={text}
                      maxLength={200}
                      value={form.spellings.get(text) ?? ''}
                      onChange={({ currentTarget }) => spell(text, currentTarget.value)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {others > 0 && (
        <Text size="xs" c="dimmed">
          {panel.more(others)}
        </Text>
      )}
      <AddMissing onAdd={(text) => toggle(text, !form.missing.includes(text))} />
    </Stack>
  );
}

function AddMissing({ onAdd }: { readonly onAdd: (text: string) => void }) {
  const [typed, setTyped] = useState('');
  const { panel } = words;
  const add = () => {
    if (typed.trim() === '') return;
    onAdd(typed.trim());
    setTyped('');
  };
  return (
    <Group gap="xs" align="end">
      <TextInput
        size="xs"
        label={panel.addMissing}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && add()}
      />
      <Button size="xs" variant="default" onClick={add} disabled={typed.trim() === ''}>
        {panel.add}
      </Button>
    </Group>
  );
}
