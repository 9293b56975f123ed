import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { GroupItem, GroupOpening } from '@atrium/contract/endpoints/adminGroups';
import { Alert, MultiSelect, Skeleton, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useDraftForm } from '../../../api/useSentForm.ts';
import { TriangleAlert } from '../../../ui/icons.ts';
import { RoomDialog, sentBy } from '../dialog/RoomDialog.tsx';
import { sentencesOf, useRoomAction } from '../dialog/useRoomAction.ts';
import { words } from './groupsWords.ts';

interface GroupDialogProps {
  /** The dataset's id in paths. */
  readonly dataset: string;
  /** The group that is changed; absent for a new one. */
  readonly held?: GroupItem | undefined;
  readonly onClose: () => void;
}

const ids = z.array(z.string());
const groupDraft = z.object({
  name: z.string(),
  opens: z.object({
    allSubjects: z.boolean(),
    subjectConcepts: ids,
    categories: ids.nullable(),
    concepts: ids.nullable(),
    collections: ids.nullable(),
  }),
});

const newOpening: GroupOpening = {
  allSubjects: false,
  subjectConcepts: [],
  categories: null,
  concepts: null,
  collections: null,
};

/** Makes a permission group, or replaces what it opens. */
export function GroupDialog({ dataset, held, onClose }: GroupDialogProps) {
  const form = useDraftForm({
    schema: groupDraft,
    about: ['group', dataset, held?.name ?? ''],
    start: { name: held?.name ?? '', opens: held?.opens ?? newOpening },
    base: JSON.stringify(held?.opens ?? null),
  });
  const { name, opens } = form.values;
  const params = { uniqueId: dataset };
  const options = useQuery({
    queryKey: ['admin', 'groups', dataset, 'options'],
    queryFn: ({ signal }) => request(adminEndpoints.groups.options, { params, signal }),
    staleTime: 0,
  });
  const save = useRoomAction({
    act: (body: z.infer<typeof groupDraft>) => request(adminEndpoints.groups.set, { params, body }),
    say: sentencesOf,
    onDone: () => {
      form.draft.clear();
      onClose();
    },
  });
  const without = options.data?.membersWithoutGroup ?? 0;
  return (
    <RoomDialog
      title={held === undefined ? words.add : words.editOf(held.name)}
      confirm={words.save}
      size="lg"
      isReady={name.trim() !== '' && options.data !== undefined}
      loads={options}
      {...sentBy(save, form)}
      onClose={onClose}
    >
      {held === undefined && without > 0 && (
        <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
          {words.firstGroup(without)}
        </Alert>
      )}
      <TextInput
        label={words.name}
        description={words.nameDetail}
        disabled={held !== undefined}
        data-autofocus={held === undefined || undefined}
        {...form.getInputProps('name')}
      />
      {options.isPending && <Skeleton h={200} />}
      {options.data !== undefined && (
        <Opening
          opens={opens}
          onChange={(change) => form.setFieldValue('opens', { ...opens, ...change })}
          options={options.data}
        />
      )}
    </RoomDialog>
  );
}

type Option = { readonly id: string; readonly name: string };

interface OpeningProps {
  readonly opens: GroupOpening;
  readonly onChange: (change: Partial<GroupOpening>) => void;
  readonly options: Readonly<
    Record<'subjectConcepts' | 'categories' | 'concepts' | 'collections', readonly Option[]>
  >;
}

/** What a group opens: subjects, then categories and concepts, then collections. */
function Opening({ opens, onChange, options }: OpeningProps) {
  const opensEverything = opens.categories === null && opens.concepts === null;
  return (
    <>
      <Switch
        label={words.opensAll}
        checked={opens.allSubjects}
        onChange={({ currentTarget }) => onChange({ allSubjects: currentTarget.checked })}
      />
      {!opens.allSubjects && (
        <Choice
          label={words.subjectConcepts}
          description={words.subjectDetail}
          options={options.subjectConcepts}
          value={opens.subjectConcepts}
          onChange={(subjectConcepts) => onChange({ subjectConcepts })}
        />
      )}
      <Switch
        label={words.opensEverything}
        checked={opensEverything}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.checked ? { categories: null, concepts: null } : { categories: [], concepts: [] },
          )
        }
      />
      {!opensEverything && (
        <>
          <Choice
            label={words.categories}
            options={options.categories}
            value={opens.categories ?? []}
            onChange={(categories) => onChange({ categories })}
          />
          <Choice
            label={words.concepts}
            options={options.concepts}
            value={opens.concepts ?? []}
            onChange={(concepts) => onChange({ concepts })}
          />
        </>
      )}
      <Switch
        label={words.opensCollections}
        checked={opens.collections === null}
        onChange={({ currentTarget }) => onChange({ collections: currentTarget.checked ? null : [] })}
      />
      {opens.collections !== null && (
        <Choice
          label={words.collections}
          options={options.collections}
          value={opens.collections}
          onChange={(collections) => onChange({ collections })}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly description?: string;
  readonly options: readonly Option[];
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** A choice of ids. One that the live release lacks is still shown, so that it can be taken away. */
function Choice({ label, description, options, value, onChange }: ChoiceProps) {
  const gone = value.filter((id) => options.every((one) => one.id !== id));
  return (
    <MultiSelect
      label={label}
      description={description}
      searchable
      clearable
      styles={{ inputField: { minHeight: '1.5rem' } }}
      clearButtonProps={{ 'aria-label': words.clear }}
      data={[
        ...options.map(({ id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` })),
        ...gone.map((id) => ({ value: id, label: id })),
      ]}
      value={[...value]}
      onChange={onChange}
    />
  );
}
