import type { ConceptDetail } from '@atrium/contract/wire/concept';
import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import { Alert, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/apiError.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { ListFilter } from '../../../ui/icons.ts';
import { words } from '../cohortWords.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { statisticsOptions } from './conceptQueries.ts';
import { asChoices } from './kinds/choice/choiceDraft.ts';
import { asTexts } from './kinds/text/textDraft.ts';

interface PrefilterSelectProps {
  readonly dataset: string;
  readonly concept: ConceptDetail;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** The concept was opened by keyboard: a value that must be chosen first takes the focus. */
  readonly takesFocus: boolean;
}

/** Whether a value of another concept has to be chosen before this one makes sense. */
export const needsPrefilter = (concept: ConceptDetail): boolean =>
  concept.prefilterConcept !== null && concept.prefilterMode === 'required';

/** Chooses the value of the prefilter concept (which measure, before its value). */
export function PrefilterSelect(props: PrefilterSelectProps) {
  return props.concept.prefilterConcept === null ? null : (
    <PrefilterChoice {...props} prefilter={props.concept.prefilterConcept} />
  );
}

interface PrefilterChoiceProps extends PrefilterSelectProps {
  readonly prefilter: NonNullable<ConceptDetail['prefilterConcept']>;
}

function PrefilterChoice(props: PrefilterChoiceProps) {
  const { dataset, concept, prefilter, value, onChange, takesFocus } = props;
  const select = useRef<HTMLInputElement>(null);
  const found = useQuery(
    statisticsOptions({
      dataset,
      conceptId: prefilter.conceptId,
      scope: { kind: 'all' },
      prefilterValue: null,
      page: { search: '', page: 1, size: maxChoices },
    }),
  );
  const [text, setText] = useState('');
  const isRequired = needsPrefilter(concept);
  const isMisconfigured =
    found.error instanceof ApiError && found.error.status >= 400 && found.error.status < 500;
  const isMissing = isRequired && value === null;
  const choices = withChosen(choicesOf(found.data, isMisconfigured), value);
  const isDone = useRef(false);
  useEffect(() => {
    if (!takesFocus || !isMissing || found.isPending || isDone.current) return;
    isDone.current = true;
    select.current?.focus();
  }, [takesFocus, isMissing, found.isPending]);
  return (
    <div>
      <Select
        ref={select}
        label={isRequired ? prefilter.name : `${prefilter.name} (optional)`}
        placeholder="Choose a value"
        maw={420}
        clearable
        searchable
        searchValue={text}
        onSearchChange={setText}
        nothingFoundMessage={words.noData(text)}
        clearButtonProps={{ 'aria-label': `Clear ${prefilter.name}`, 'aria-hidden': false, tabIndex: 0 }}
        disabled={found.isPending}
        value={value}
        onChange={onChange}
        data={choices}
        renderOption={({ option }) => (
          <Group justify="space-between" gap="md" flex={1} wrap="nowrap">
            <span>{option.label}</span>
            <Text span size="xs" c="dimmed">
              {choices.find((choice) => choice.value === option.value)?.count}
            </Text>
          </Group>
        )}
      />
      {found.isError && !isMisconfigured && (
        <LoadFailed error={found.error} retry={() => void found.refetch()} />
      )}
      {isMissing && (
        <Alert mt="md" color="blue" icon={<ListFilter size={18} />}>
          {concept.name} is recorded for several kinds of {prefilter.name.toLowerCase()}. Choose one above to
          go on.
        </Alert>
      )}
    </div>
  );
}

/** A select box offers no more values than this. */
const maxChoices = 1000;

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count?: string;
  readonly disabled?: boolean;
}

/** If the prefilter cannot work, its only choice says so. */
function choicesOf(found: ConceptStatistics | undefined, isMisconfigured: boolean): readonly Choice[] {
  if (isMisconfigured)
    return [{ value: '', label: 'Misconfigured: the values cannot be read', disabled: true }];
  if (found === undefined) return [];
  const choices = asChoices(found);
  if (choices !== null) {
    return choices.values.map(({ category, count }) => ({
      value: category,
      label: category,
      count: formatCount(count),
    }));
  }
  const texts = asTexts(found);
  return texts === null
    ? [
        {
          value: '',
          label: 'Misconfigured: only category and text concepts can be a prefilter',
          disabled: true,
        },
      ]
    : texts.paginatedResults.map(({ value }) => ({ value, label: value }));
}

/** A value that the data no longer hold can still be seen. */
const withChosen = (choices: readonly Choice[], value: string | null): Choice[] =>
  value === null || choices.some((choice) => choice.value === value)
    ? [...choices]
    : [{ value, label: value }, ...choices];
