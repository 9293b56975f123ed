import type { EditedCategory } from '@atrium/contract/wire/dictionaryEdits';
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useDraft } from '../../../api/useDraft.ts';
import { Plus, Trash2 } from '../../../ui/icons.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { editedCategories } from './dictionaryDraft.ts';
import { dictionaryWords as words } from './dictionaryWords.ts';

const categoriesDraft = z.object({ held: editedCategories });

interface CategoriesDialogProps {
  readonly dataset: string;
  readonly categories: readonly EditedCategory[];
  readonly onChange: (categories: readonly EditedCategory[]) => void;
  readonly onClose: () => void;
}

/** The first free id of this form. */
function freeId(categories: readonly EditedCategory[]): string {
  const taken = new Set(categories.map(({ id }) => id));
  let number = 1;
  while (taken.has(`category_${number}`)) number += 1;
  return `category_${number}`;
}

/** The tree of categories, a line each. */
export function CategoriesDialog({ dataset, categories, onChange, onClose }: CategoriesDialogProps) {
  const draft = useDraft({
    schema: categoriesDraft,
    about: ['categories', dataset],
    start: { held: [...categories] },
    base: JSON.stringify(categories),
  });
  const { held } = draft.value;
  const setHeld = (next: EditedCategory[]) => draft.change({ held: next });
  const change = (id: string, to: Partial<EditedCategory>) =>
    setHeld(held.map((one) => (one.id === id ? { ...one, ...to } : one)));
  const remove = (id: string) =>
    setHeld(
      held.filter((one) => one.id !== id).map((one) => (one.parent === id ? { ...one, parent: null } : one)),
    );
  const add = () => setHeld([...held, { id: freeId(held), title: words.newCategory, parent: null }]);
  return (
    <RoomDialog
      title={words.categoriesTitle}
      confirm={words.apply}
      size="lg"
      isReady={held.every(({ title }) => title.trim() !== '')}
      isBusy={false}
      error={null}
      draft={draft}
      onConfirm={() => {
        draft.clear();
        onChange(held);
      }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {words.categoriesDetail}
      </Text>
      <Stack gap="sm">
        {held.map(({ id, title, parent }) => (
          <Group key={id} gap="xs" align="end" wrap="nowrap">
            <TextInput
              flex={1}
              label={words.categoryTitle}
              value={title}
              onChange={({ currentTarget }) => change(id, { title: currentTarget.value })}
            />
            <NativeSelect
              flex={1}
              label={words.categoryUnder}
              value={parent ?? ''}
              data={[
                { value: '', label: words.top },
                ...held.filter((one) => one.id !== id).map((one) => ({ value: one.id, label: one.title })),
              ]}
              onChange={({ currentTarget: { value } }) => change(id, { parent: value === '' ? null : value })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={words.removeCategory(title)}
              onClick={() => remove(id)}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={add}
        >
          {words.addCategory}
        </Button>
      </Group>
    </RoomDialog>
  );
}
