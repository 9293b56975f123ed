import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { useDraft } from '../../../api/useDraft.ts';
import { setWords } from './criteriaSetWords.ts';
import { FormFrame } from './FormFrame.tsx';
import { useFormEdit } from './useFormEdit.ts';

const aliasDraft = z.object({ name: z.string() });

interface AliasFormProps {
  readonly dataset: string;
  readonly set: CriteriaSetView;
  readonly alias: string;
  /** The dialog opens with this form. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
}

/** The name of a set; blank text gives it back its default name. */
export function AliasForm({ dataset, set, alias, isFirst, onClose }: AliasFormProps) {
  const draft = useDraft({
    schema: aliasDraft,
    about: ['alias', dataset, set.entryId],
    start: { name: alias },
    base: alias,
    place: 'tab',
  });
  const { name } = draft.value;
  const { errors, isSaving, save } = useFormEdit(dataset, ['Name'], () => {
    draft.clear();
    onClose();
  });
  return (
    <FormFrame
      onSubmit={() => save({ kind: 'set_criteria_set_alias', entryId: set.entryId, alias: name })}
      onCancel={onClose}
      isSaving={isSaving}
      errors={errors}
      draft={draft}
    >
      <TextInput
        label={setWords.name}
        description={setWords.nameHint}
        placeholder={set.criteriaSetName ?? ''}
        value={name}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
        error={errors.fields['Name']}
        data-autofocus={isFirst ? true : undefined}
      />
    </FormFrame>
  );
}
