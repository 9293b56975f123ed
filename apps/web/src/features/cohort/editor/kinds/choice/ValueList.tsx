import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { rankedByWords } from '@atrium/contract/search/wordSearch';
import type { ChoiceStatistics, ShownCount } from '@atrium/contract/wire/statistics';
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CountedNouns } from '../../../../../api/nouns.ts';
import { Filter } from '../../../../../ui/icons.ts';
import { LongList } from '../../../../../ui/LongList.tsx';
import { words } from '../../../cohortWords.ts';
import { share } from '../../../counts.ts';
import { arrived, type CohortPart } from '../../values/cohortPart.ts';
import { toggleIn } from '../kind.ts';
import classes from './ChoiceEditor.module.css';
import { asChoices } from './choiceDraft.ts';

interface ValueListProps {
  readonly statistics: Pick<ChoiceStatistics, 'values' | 'maxCount'> | null;
  /** The same for the active cohort, where it is drawn over. */
  readonly part: CohortPart;
  /** The subjects of the active cohort, once they are counted. */
  readonly cohortSize: ShownCount | undefined;
  readonly nouns: CountedNouns;
  readonly chosen: readonly string[];
  readonly searchedAtFirst: string;
  readonly onChosen: (values: readonly string[]) => void;
}

/** More values than this are searched, and scroll. */
export const manyValues = 12;
const rowHeight = 41;
const rowGap = 6;

type Value = ChoiceStatistics['values'][number];

/** The figures of each value in the active cohort; null until they are here. */
function valuesOfCohort(part: CohortPart): ReadonlyMap<string, Value> | null {
  const ofCohort = arrived(part);
  const choices = ofCohort === undefined ? null : asChoices(ofCohort);
  return choices && new Map(choices.values.map((value) => [value.category, value]));
}

/** How many records of the active cohort have each value; null until they are here. */
export function countsByValue(part: CohortPart): ReadonlyMap<string, ShownCount> | null {
  const values = valuesOfCohort(part);
  return values && new Map([...values].map(([category, { count }]) => [category, count]));
}

/** A checkbox for each value, with how often it occurs. */
export function ValueList(props: ValueListProps) {
  const { statistics, part: cohort, cohortSize, nouns, chosen, searchedAtFirst, onChosen } = props;
  const [search, setSearch] = useState(searchedAtFirst);
  const known = useMemo(() => statistics?.values ?? [], [statistics]);
  const names = useMemo(() => new Set(known.map(({ category }) => category)), [known]);
  const absent = chosen.filter((value) => !names.has(value));
  const all = absent.length === 0 ? known : [...known, ...absent.map(noneOf)];
  const part = useMemo(() => valuesOfCohort(cohort), [cohort]);
  const isLong = all.length > manyValues;
  const shown = useMemo(
    () => (isLong ? rankedByWords(all, search, ({ category }) => category) : all),
    [all, isLong, search],
  );
  const isChosen = new Set(chosen);
  return (
    <fieldset className={classes.values}>
      <legend className={classes.legend}>
        <Legend count={all.length} chosen={chosen.length} onClear={() => onChosen([])} />
      </legend>
      {isLong && (
        <TextInput
          size="sm"
          aria-label="Find a value"
          placeholder="Find a value"
          leftSection={<Filter size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <LongList
        label="Values"
        className={`${classes.list} ${isLong ? classes.long : ''}`}
        items={shown}
        keyOf={({ category }) => category}
        rowHeight={rowHeight}
        gap={rowGap}
      >
        {(value) => (
          <ChoiceRow
            value={value}
            nouns={nouns}
            max={statistics?.maxCount ?? 0}
            isCompared={cohort !== undefined}
            part={part === null ? undefined : (part.get(value.category) ?? noneOf(value.category))}
            cohortSize={cohortSize}
            isChosen={isChosen.has(value.category)}
            onToggle={() => onChosen(toggleIn(chosen, value.category))}
          />
        )}
      </LongList>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed" py="sm">
          {words.noData(search.trim())}
        </Text>
      )}
    </fieldset>
  );
}

const noneOf = (category: string): Value => ({ category, count: 0, subjects: 0 });

interface LegendProps {
  readonly count: number;
  readonly chosen: number;
  readonly onClear: () => void;
}

function Legend({ count, chosen, onClear }: LegendProps) {
  return (
    <Group gap="xs" mih={26}>
      <Text size="sm" fw={600}>
        {formatQuantity(count, 'value')}
      </Text>
      {chosen > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {chosen} selected
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={onClear}>
            {words.clearSelection}
          </Button>
        </>
      )}
    </Group>
  );
}

interface ChoiceRowProps {
  readonly value: Value;
  readonly nouns: CountedNouns;
  readonly max: ChoiceStatistics['maxCount'];
  /** Whether the active cohort is drawn over everybody. */
  readonly isCompared: boolean;
  /** The figures of the active cohort, once they are here. */
  readonly part: Value | undefined;
  readonly cohortSize: ShownCount | undefined;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

/** One value; the whole row is the label of its checkbox, and the bar compares it with the commonest value. */
function ChoiceRow({ value, nouns, max, isCompared, part, cohortSize, isChosen, onToggle }: ChoiceRowProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={classes.row} data-chosen={isChosen}>
      <Checkbox checked={isChosen} onChange={onToggle} tabIndex={0} />
      <span className={classes.text}>
        <span className={classes.name}>{value.category}</span>
        <span
          className={classes.counts}
          title={part === undefined ? undefined : words.inCohort(part.count, nouns)}
        >
          {words.counted(value.count, value.subjects, nouns)}
          {isCompared && <span> · {words.ofCohort(part?.subjects ?? '…', cohortSize ?? '…')}</span>}
        </span>
      </span>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          data-whole={isCompared}
          style={{ transform: `scaleX(${share(value.count, max)})` }}
        />
        {part !== undefined && (
          <span
            className={`${classes.bar} ${classes.part}`}
            style={{ transform: `scaleX(${share(part.count, max)})` }}
          />
        )}
      </span>
    </label>
  );
}
