import type { CollectionDetail, CountRuleOption, CriteriaSetView } from '@atrium/contract';
import { inSentence, toWholeNumber } from '@atrium/contract';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionsOptions } from '../../../api/collections.ts';
import { FormFrame } from './FormFrame.tsx';
import classes from './SetForms.module.css';
import { whoHas } from './setSentence.ts';
import { useFormEdit } from './useFormEdit.ts';
import { setWords } from './words.ts';

type Rule = Extract<CountRuleOption, { allowed: true }>;

interface CountRuleFormProps {
  readonly dataset: string;
  readonly set: CriteriaSetView;
  readonly rule: Rule;
  readonly collection: CollectionDetail;
  readonly onClose: () => void;
}

const operators = ['at least', 'at most', 'exactly'] as const satisfies readonly Rule['operator'][];

/** The count rule as one sentence: "Participant has at least 2 surgeries". */
export function CountRuleForm({ dataset, set, rule, collection, onClose }: CountRuleFormProps) {
  const collections = useQuery(collectionsOptions(dataset));
  const root = collections.data?.find(({ isRootCollection }) => isRootCollection);
  const [operator, setOperator] = useState(rule.operator);
  const [count, setCount] = useState(String(rule.value));
  const [isNumber, setIsNumber] = useState(true);
  const { errors, isSaving, save } = useFormEdit(dataset, ['Count'], onClose);
  const submit = () => {
    const value = toWholeNumber(count);
    setIsNumber(value !== null);
    if (value !== null)
      save({ kind: 'add_criteria_set_count_rule', entryId: set.entryId, operator, count: value });
  };
  const fault = isNumber ? errors.fields['Count'] : 'Give a whole number from 0.';
  return (
    <FormFrame onSubmit={submit} onCancel={onClose} isSaving={isSaving} errors={errors}>
      <div className={classes.sentence}>
        <span className={classes.word}>{whoHas(root?.name)}</span>
        <NativeSelect
          aria-label={setWords.operator}
          data={operators}
          value={operator}
          onChange={(event) =>
            setOperator(operators.find((one) => one === event.currentTarget.value) ?? operator)
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
          onChange={(event) => setCount(event.currentTarget.value)}
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
