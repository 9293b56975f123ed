import type { TableOptions } from '@atrium/contract/wire/concept';
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useReducer, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { useEdit } from '../../../api/definition/edits.ts';
import { fieldErrors, ofWholeForm } from '../../../api/definition/fieldErrors.ts';
import type { KeptDraft } from '../../../api/useDraft.ts';
import { CircleAlert } from '../../../ui/icons.ts';
import { Sentences } from '../../../ui/Notices.tsx';
import { type TableOf, tableKind } from '../tableQueries.ts';
import { optionsWords } from '../tableWords.ts';
import {
  type ColumnOptionsEdit,
  columnEdit,
  type OptionedColumn,
  openForm,
  reduceForm,
  stacked,
} from './columnForm.ts';
import { MethodInput, MethodSelect } from './MethodFields.tsx';

interface ColumnOptionsFormProps {
  readonly of: TableOf;
  readonly column: OptionedColumn;
  readonly options: TableOptions;
  /** The key under which an unsaved draft is kept. */
  readonly kept: KeptDraft<ColumnOptionsEdit>;
  readonly onClose: () => void;
  readonly save: Saving;
}

/** The action of the save button: it edits the table at once, or stages the edit. */
export type Saving =
  /** `onSaved` closes the form too. */
  | { readonly kind: 'now'; readonly onSaved: () => void }
  | { readonly kind: 'staged'; readonly onStaged: (options: ColumnOptionsEdit) => void };

/** The form for how one column shows its values. */
export function ColumnOptionsForm(props: ColumnOptionsFormProps) {
  const { of, column, options, onClose } = props;
  const { form, dispatch, errors, isRestored, isPending, save } = useColumnOptions(props);
  const method = options.aggregationOptions.find(({ id }) => id === form.method);
  const sets = Object.entries(options.criteriaSetOptions);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        save();
      }}
    >
      <Stack gap="md">
        {errors.rest.length > 0 && (
          <Alert color="red" role="alert" p="sm" icon={<CircleAlert size={18} />}>
            <Sentences of={errors.rest} />
          </Alert>
        )}
        {isRestored && (
          <Text size="sm" c="dimmed" role="status">
            {optionsWords.restored}
          </Text>
        )}
        <MethodSelect
          dataset={of.dataset}
          options={options}
          method={form.method}
          error={errors.fields.aggregation_method}
          onMethod={(value) => dispatch({ kind: 'method', value })}
        />
        {method?.inputs.map((input) => (
          <MethodInput
            key={`${method.id} ${input.id}`}
            dataset={of.dataset}
            conceptId={column.conceptId}
            input={input}
            error={errors.fields[input.id]}
            answer={form.answers[method.id]?.[input.id] ?? ''}
            onAnswer={(value) => dispatch({ kind: 'answer', input: input.id, value })}
          />
        ))}
        {sets.length > 0 && form.method !== stacked && (
          <NativeSelect
            label={optionsWords.criteriaSet}
            description={optionsWords.criteriaSetHint}
            data={[
              { value: '', label: optionsWords.allRecords },
              ...sets.map(([value, label]) => ({ value, label })),
            ]}
            value={form.criteriaSet}
            onChange={(event) => dispatch({ kind: 'criteriaSet', value: event.currentTarget.value })}
          />
        )}
        <TextInput
          label={optionsWords.alias}
          description={optionsWords.aliasHint(column.name)}
          maxLength={200}
          error={errors.fields.entry_alias}
          value={form.alias}
          onChange={(event) => dispatch({ kind: 'alias', value: event.currentTarget.value })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {optionsWords.discard}
          </Button>
          <Button type="submit" loading={isPending}>
            {optionsWords.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The state of the form, kept over a reload, and its saving. */
function useColumnOptions({ of, column, options, kept, onClose, save: saving }: ColumnOptionsFormProps) {
  const { conceptId, entryId } = column;
  const [left] = useState(() => kept.read());
  const [opened] = useState(() => openForm(options, column.staged));
  const [form, dispatch] = useReducer(reduceForm, null, () => openForm(options, left ?? column.staged));
  const isChanged = JSON.stringify(form) !== JSON.stringify(opened);
  useEffect(() => {
    if (isChanged) kept.write(columnEdit(form, { conceptId, entryId }));
    else kept.clear();
  }, [kept, form, conceptId, entryId, isChanged]);
  const { mutate, results, errors: failures, isPending } = useEdit(tableKind, of);
  const inputs = options.aggregationOptions.find(({ id }) => id === form.method)?.inputs ?? [];
  const errors = fieldErrors(
    [
      ...failures.map((error) => ofWholeForm(describeError(error))),
      ...results.flatMap((edited) => [
        ...edited.transformationRefusals,
        ...edited.transformationWarnings.map(ofWholeForm),
      ]),
    ],
    shownFields(inputs.map(({ id }) => id)),
  );
  const save = () => {
    const chosen = columnEdit(form, column);
    if (saving.kind === 'staged') {
      saving.onStaged(chosen);
      onClose();
      return;
    }
    mutate(chosen, {
      onSuccess: (edited) => {
        if (!edited.transformationSuccessful) return;
        kept.clear();
        saving.onSaved();
      },
    });
  };
  return { form, dispatch, errors, isRestored: left !== null && isChanged, isPending, save };
}

/** The fields of the form under the names by which the server refuses them. */
const shownFields = (inputs: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(['aggregation_method', 'entry_alias', ...inputs].map((name) => [name, name]));
