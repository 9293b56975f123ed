import { inSentence, toWholeNumber } from '@atrium/contract/calendar/numerals';
import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import type { CollectionDetail, CountRuleOption } from '@atrium/contract/wire/criteriaSetOptions';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { collectionsOptions } from '../../../api/collections.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { setWords } from './criteriaSetWords.ts';
import { FormFrame } from './FormFrame.tsx';
import classes from './SetForms.module.css';
import { whoHas } from './setSentence.ts';
import { useFormEdit } from './useFormEdit.ts';

type Rule = Extract<CountRuleOption, { allowed: true }>;

interface CountRuleFormProps {
  readonly dataset: string;
  readonly set: CriteriaSetView;
  readonly rule: Rule;
  readonly collection: CollectionDetail;
  readonly onClose: () => void;
}

const operators = ['at least', 'at most', 'exactly'] as const satisfies readonly Rule['operator'][];

const ruleDraft = z.object({ operator: z.enum(operators), count: z.string() });

/** The count rule as one sentence: "Participant has at least 2 surgeries". */
export function CountRuleForm({ dataset, set, rule, collection, onClose }: CountRuleFormProps) {
  const collections = useQuery(collectionsOptions(dataset));
  const root = collections.data?.find(({ isRootCollection }) => isRootCollection);
  const start = { operator: rule.operator, count: String(rule.value) };
  const draft = useDraft({
    schema: ruleDraft,
    about: ['count rule', dataset, set.entryId],
    start,
    base: JSON.stringify(start),
    place: 'tab',
  });
  const { operator, count } = draft.value;
  const [isNumber, setIsNumber] = useState(true);
  const { errors, isSaving, save } = useFormEdit(dataset, ['Count'], () => {
    draft.clear();
    onClose();
  });
  const submit = () => {
    const value = toWholeNumber(count);
    setIsNumber(value !== null);
    if (value !== null)
      save({ kind: 'add_criteria_set_count_rule', entryId: set.entryId, operator, count: value });
  };
  const fault = isNumber ? errors.fields['Count'] : 'Give a whole number from 0.';
  return (
    <FormFrame onSubmit={submit} onCancel={onClose} isSaving={isSaving} errors={errors} draft={draft}>
      <div className={classes.sentence}>
        <span className={classes.word}>{whoHas(root?.name)}</span>
        <NativeSelect
          aria-label={setWords.operator}
          data={operators}
          value={operator}
          onChange={(event) =>
            draft.change({
              operator: operators.find((one) => one === event.currentTarget.value) ?? operator,
            })
          }
        />
        <TextInput
          type="number"
          min={0}
          step={1}
          w="6.5rem"
          aria-label={setWords.number}
          data-autofocus
          value={count}
          onChange={(event) => draft.change({ count: event.currentTarget.value })}
          error={fault}
        />
        <span className={classes.word}>
          {inSentence(count.trim() === '1' ? collection.name : collection.namePlural)}
        </span>
      </div>
      <Text size="sm" c="dimmed">
        {setWords.countHint(inSentence(collection.namePlural))}
      </Text>
    </FormFrame>
  );
}
