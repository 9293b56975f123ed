import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import type { ColumnInReading } from '@atrium/contract/wire/draft';
import { Button, Group, List, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../../../api/apiError.ts';
import { FailedAlert } from '../../../../ui/FailedAlert.tsx';
import { fitsQuery } from '../dataQueries.ts';
import { DateForms } from './DateForms.tsx';
import classes from './Desk.module.css';
import { guessesOf } from './deskView.ts';
import { deskWords as words } from './deskWords.ts';
import { Fit } from './Fit.tsx';
import { Guesses, NotFitting } from './Guesses.tsx';
import {
  type Alternative,
  alternativesOf,
  type CountedAlternative,
  formOf,
  hasDates,
  hasNumbers,
  hasUnit,
  isSameReading,
  kindOf,
  type ReadingForm,
  readingOf,
} from './readingForm.ts';
import { TextsTable } from './TextsTable.tsx';
import { UnitFields } from './UnitFields.tsx';
import type { Desk } from './useDesk.ts';

interface PanelProps {
  readonly desk: Desk;
  readonly file: string;
  readonly column: ColumnInReading;
}

/** Everything about how one column is read; each change is kept at once, and beside each choice stands how much fits. */
export function ColumnPanel({ desk, file, column }: PanelProps) {
  const { draft, decisions } = desk;
  const reading = decisions.readings?.[file]?.columns?.[column.name] ?? column.reading;
  const form = formOf(reading);
  const alternatives = alternativesOf(form);
  const counted = useQuery({
    ...fitsQuery({
      draftId: draft.id,
      file,
      column: column.name,
      readings: alternatives.map((one) => one.reading),
      revision: draft.revision,
    }),
    enabled: draft.isOwn && draft.progress === null && desk.isSaved,
  });
  const withFits: readonly CountedAlternative[] = alternatives.map((one) => ({
    ...one,
    fit: counted.data?.fits.find((fit) => isSameReading(fit.reading, one.reading)),
  }));
  const of = (part: Alternative['part']) => withFits.filter((one) => one.part === part);
  const take = (to: ColumnReading | null) => desk.change({ kind: 'reading', file, column: column.name, to });
  const change = (part: Partial<ReadingForm>) => take(readingOf({ ...form, ...part }));
  return (
    <fieldset className={classes.panelFields} disabled={!draft.isOwn}>
      <Stack gap="md" className={classes.panelPart}>
        <Guesses title={words.panel.notes} guesses={guessesOf(draft, `${file}: ${column.name}`)} />
        <Ways column={column} reading={reading} onTake={take} />
        {hasNumbers(form.kind) && <Signs form={form} of={of} onChange={change} />}
        {hasDates(form.kind) && <DateForms form={form} alternatives={of('format')} onChange={change} />}
        {form.kind === 'list' && (
          <TextInput
            label={words.panel.delimiter}
            maw={160}
            maxLength={3}
            value={form.delimiter}
            onChange={({ currentTarget }) => change({ delimiter: currentTarget.value })}
          />
        )}
        {hasNumbers(form.kind) && <UnitFields form={form} hasUnit={hasUnit(form.kind)} onChange={change} />}
        <Text size="xs" c="dimmed" role="status">
          {counted.isFetching ? words.panel.counting : ''}
        </Text>
        {counted.isError && (
          <FailedAlert
            says={`${words.panel.countFailed}. ${describeError(counted.error)}`}
            onRetry={() => void counted.refetch()}
          />
        )}
        {decisions.readings?.[file]?.columns?.[column.name] !== undefined && (
          <Group>
            <Button size="xs" variant="default" onClick={() => take(null)}>
              {words.panel.asGuessed}
            </Button>
          </Group>
        )}
      </Stack>
      <TextsTable column={column} form={form} onChange={change} />
    </fieldset>
  );
}

interface WaysProps {
  readonly column: ColumnInReading;
  readonly reading: ColumnReading;
  readonly onTake: (reading: ColumnReading) => void;
}

/** Readings that were found for the whole column. */
function Ways({ column, reading, onTake }: WaysProps) {
  const { panel } = words;
  const choices = column.choices.filter(({ cells }) => cells > 0);
  if (choices.length === 0) return null;
  const isTaken = (one: ColumnReading): boolean => isSameReading(one, reading);
  return (
    <Stack gap={4}>
      <Text fw={600} size="sm">
        {panel.choices}
      </Text>
      <List listStyleType="none" spacing="xs" size="sm" className={classes.ways}>
        {choices.map((choice) => (
          <List.Item key={JSON.stringify(choice.reading)}>
            <Group gap="xs" align="center">
              <Text size="sm" fw={600}>
                {words.kinds[kindOf(choice.reading)]}
              </Text>
              <Fit {...choice} />
              <Button
                size="compact-xs"
                variant="default"
                disabled={isTaken(choice.reading)}
                aria-label={panel.takeOf(`${words.kinds[kindOf(choice.reading)]}, ${choice.reason}`)}
                onClick={() => onTake(choice.reading)}
              >
                {isTaken(choice.reading) ? panel.taken : panel.take}
              </Button>
            </Group>
            <Text size="xs" c="dimmed">
              {choice.reason}
            </Text>
            <NotFitting texts={choice.counterExamples} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

interface SignsProps {
  readonly form: ReadingForm;
  readonly of: (part: Alternative['part']) => readonly CountedAlternative[];
  readonly onChange: (part: Partial<ReadingForm>) => void;
}

const wordOf = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value;

function Signs({ form, of, onChange }: SignsProps) {
  const { panel } = words;
  return (
    <Group gap="xl" align="start">
      <Radio.Group
        label={panel.decimal}
        value={form.decimal}
        onChange={(value) => {
          const decimal = value === ',' ? ',' : '.';
          onChange({ decimal, ...(form.thousands === decimal ? { thousands: '' } : {}) });
        }}
      >
        <Choices choices={of('decimal')} labelOf={(value) => wordOf(panel.decimals, value)} />
      </Radio.Group>
      <Radio.Group
        label={panel.thousands}
        value={form.thousands === '' ? 'none' : form.thousands}
        onChange={(value) => onChange({ thousands: value === 'none' ? '' : value })}
      >
        <Choices choices={of('thousands')} labelOf={(value) => wordOf(panel.thousandsSigns, value)} />
      </Radio.Group>
    </Group>
  );
}

interface ChoicesProps {
  readonly choices: readonly CountedAlternative[];
  readonly labelOf: (value: string) => string;
}

const Choices = ({ choices, labelOf }: ChoicesProps) => (
  <Stack gap={6} mt={4}>
    {choices.map(({ value, fit }) => (
      <Group key={value} gap="xs">
        <Radio value={value === '' ? 'none' : value} label={labelOf(value)} />
        {fit !== undefined && <Fit {...fit} />}
      </Group>
    ))}
  </Stack>
);
