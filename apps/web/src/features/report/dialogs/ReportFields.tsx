import { type FormChoice, newProject, type SharedOption } from '@atrium/contract/wire/report';
import { Checkbox, MultiSelect, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dialogWords as words } from '../reportWords.ts';
import { problemsOf, projectChoices, type ReportDraft } from './reportForm.ts';

interface ReportFieldsProps {
  readonly draft: ReportDraft;
  readonly people: readonly SharedOption[];
  readonly projects: readonly FormChoice[];
  readonly onChange: (change: Partial<ReportDraft>) => void;
}

/** Everything about a report but what it holds. A field says what is wrong with it once it was left. */
export function ReportFields({ draft, people, projects, onChange }: ReportFieldsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const problems = problemsOf(draft);
  const leave = (field: string) => setLeft((held) => new Set(held).add(field));
  return (
    <Stack gap="md">
      <TextInput
        label={words.name}
        required
        autoFocus
        autoComplete="off"
        value={draft.name}
        error={left.has('name') && problems.name}
        onBlur={() => leave('name')}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Textarea
        label={words.description}
        rows={4}
        value={draft.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <NativeSelect
        label={words.project}
        data={projectChoices(projects).map(({ label, value }) => ({ label, value: String(value) }))}
        value={String(draft.project)}
        onChange={({ currentTarget }) => onChange({ project: Number(currentTarget.value) })}
      />
      {draft.project === newProject && (
        <TextInput
          label={words.projectName}
          required
          autoComplete="off"
          value={draft.projectOther}
          error={left.has('project') && problems.project}
          onBlur={() => leave('project')}
          onChange={({ currentTarget }) => onChange({ projectOther: currentTarget.value })}
        />
      )}
      <Checkbox
        label={words.public}
        description={words.publicDetail}
        checked={draft.isPublic}
        onChange={({ currentTarget }) => onChange({ isPublic: currentTarget.checked })}
      />
      {!draft.isPublic && (
        <PeopleSelect
          people={people}
          chosen={draft.shareWith}
          onChange={(shareWith) => onChange({ shareWith })}
        />
      )}
    </Stack>
  );
}

interface PeopleSelectProps {
  readonly people: readonly SharedOption[];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

/** With whom a report is shared. */
export function PeopleSelect({ people, chosen, onChange }: PeopleSelectProps) {
  const [search, setSearch] = useState('');
  if (people.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.nobodyElse}
      </Text>
    );
  }
  return (
    <MultiSelect
      label={words.shareWith}
      placeholder={chosen.length === 0 ? words.shareWithHint : ''}
      data={people.map(({ username, userId }) => ({ label: username, value: String(userId) }))}
      value={chosen.map(String)}
      searchable
      hidePickedOptions
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={search === '' ? undefined : words.nobodyFound}
      // Below it the list would lie over the buttons of the dialog.
      comboboxProps={{ position: 'top' }}
      onChange={(values) => onChange(values.map(Number))}
    />
  );
}
