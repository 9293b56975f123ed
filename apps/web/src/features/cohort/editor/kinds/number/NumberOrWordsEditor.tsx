import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import { Text } from '@mantine/core';
import { words } from '../../../cohortWords.ts';
import { CountedValues } from '../../values/StatisticsGate.tsx';
import { asChoices } from '../choice/choiceDraft.ts';
import { ValueList } from '../choice/ValueList.tsx';
import type { ConceptKind, KindEditorProps } from '../kind.ts';
import { hasNoFigures } from '../measured/measure.ts';
import { NumberBounds } from './NumberEditor.tsx';
import {
  initialNumberOrWords,
  type NumberOrWordsDraft,
  numberOrWordsDraft,
  numberOrWordsToFilter,
  typedNumberOrWords,
} from './numberDraft.ts';

const hasNothing = (found: ConceptStatistics): boolean =>
  hasNoFigures(found) && asChoices(found)?.values.length === 0;

/** Bounds of the numbers, and below their histogram a checkbox for each word beside them. */
const NumberOrWordsEditor = (props: KindEditorProps<NumberOrWordsDraft>) => (
  <CountedValues {...props} look="histogram" isEmpty={hasNothing}>
    {(found, part) => (
      <>
        <NumberBounds {...props} found={found} part={part} />
        <ValueList
          statistics={asChoices(found)}
          part={part}
          cohortSize={props.cohortSize}
          nouns={props.nouns}
          chosen={props.draft.values}
          searchedAtFirst={props.search}
          onChosen={(values) => props.onChange({ ...props.draft, values })}
        />
        <Text size="xs" c="dimmed">
          {words.boundsAmongWords}
        </Text>
      </>
    )}
  </CountedValues>
);

export const numberOrWordsKind: ConceptKind<NumberOrWordsDraft> = {
  name: 'Number',
  draft: numberOrWordsDraft,
  initial: initialNumberOrWords,
  toFilter: numberOrWordsToFilter,
  Editor: NumberOrWordsEditor,
  typed: typedNumberOrWords,
};
