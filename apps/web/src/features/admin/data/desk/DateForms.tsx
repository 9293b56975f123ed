import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { deskWords as words } from './deskWords.ts';
import { Fit } from './Fit.tsx';
import { type CountedAlternative, exampleOfDate, type ReadingForm } from './readingForm.ts';

interface DateFormsProps {
  readonly form: ReadingForm;
  readonly alternatives: readonly CountedAlternative[];
  readonly onChange: (part: Partial<ReadingForm>) => void;
}

/** Forms that some cells have or that are chosen come first; the others are behind a word. */
export function DateForms({ form, alternatives, onChange }: DateFormsProps) {
  const chosen = form.formats.length === 0 ? ['%Y-%m-%d'] : form.formats;
  const isLikely = ({ value, fit }: CountedAlternative): boolean =>
    chosen.includes(value) || (fit?.cells ?? 0) > 0;
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    if (next.length > 0) onChange({ formats: next });
  };
  const list = (some: readonly CountedAlternative[]) => (
    <Stack gap={6} mt={4}>
      {some.map(({ value, fit }) => (
        <Group key={value} gap="xs">
          <Checkbox
            label={`${exampleOfDate(value)} (${value})`}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          {fit !== undefined && <Fit {...fit} />}
        </Group>
      ))}
    </Stack>
  );
  const others = alternatives.filter((one) => !isLikely(one));
  return (
    <Stack gap={4} component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" size="sm" fw={500}>
        {words.panel.formats}
      </Text>
      <Text size="xs" c="dimmed">
        {words.panel.formatsDetail}
      </Text>
      {list(alternatives.filter(isLikely))}
      {others.length > 0 && (
        <details>
          <summary>{words.panel.moreFormats}</summary>
          {list(others)}
        </details>
      )}
    </Stack>
  );
}
