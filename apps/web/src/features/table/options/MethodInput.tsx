import { type AggregationInput, unreachable } from '@atrium/contract';
import { MultiSelect, NativeSelect } from '@mantine/core';
import type { Answer } from './columnForm.ts';
import { ValueSearch } from './ValueSearch.tsx';
import { optionsWords } from './words.ts';

interface MethodInputProps {
  readonly dataset: string;
  readonly conceptId: string;
  readonly input: AggregationInput;
  readonly answer: Answer;
  readonly onAnswer: (answer: Answer) => void;
}

const shownOptions = 200;
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A question that a method asks. */
export function MethodInput({ dataset, conceptId, input, answer, onAnswer }: MethodInputProps) {
  const label = capitalised(input.label);
  const data = (input.options ?? []).map(([value, text]) => ({ value: String(value), label: text }));
  const chosen = typeof answer === 'string' ? [] : [...answer];
  switch (input.type) {
    case 'select':
      return (
        <NativeSelect
          label={label}
          data={data}
          value={typeof answer === 'string' ? answer : ''}
          onChange={(event) => onAnswer(event.currentTarget.value)}
        />
      );
    case 'multiselect':
      return (
        <MultiSelect
          label={label}
          placeholder={optionsWords.choose}
          data={data}
          value={chosen}
          onChange={onAnswer}
          limit={shownOptions}
          nothingFoundMessage={optionsWords.nothingFound}
          searchable
          hidePickedOptions
        />
      );
    case 'ajax_multiselect':
      return (
        <ValueSearch
          dataset={dataset}
          conceptId={conceptId}
          label={label}
          chosen={chosen}
          onChosen={onAnswer}
        />
      );
    default:
      return unreachable(input.type);
  }
}
