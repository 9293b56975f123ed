import type { CohortView } from '@atrium/contract/wire/cohortView';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { clip } from '../clip.ts';
import type { SetOf } from '../criteriaSet/setQueries.ts';
import { setName } from '../setName.ts';
import { textOf } from '../textOf.ts';
import { directionOf, directions, distanceUnits, rangeOf, unitOf, wireNamesOf } from './distance.ts';
import classes from './EventRule.module.css';
import { ruleWords } from './eventRuleWords.ts';
import { type EventChoice, OtherEventSelect } from './OtherEventSelect.tsx';
import { type FieldsProps, fieldOf } from './ruleField.ts';
import type { OpenOption } from './ruleForm.ts';
import { TimeLine } from './TimeLine.tsx';

type Option = Extract<OpenOption, { kind: 'relative_to_other_event' }>;

interface RelativeFieldsProps extends FieldsProps {
  readonly option: Option;
  readonly of: SetOf;
}

const edges = [
  { value: 'start', label: ruleWords.start },
  { value: 'end', label: ruleWords.end },
];

/** "This happened between … and … days after that"; start and end are asked for where an event has both. */
export function RelativeFields({ option, of, ...fields }: RelativeFieldsProps) {
  const { draft, onChange, errors } = fields;
  const put = (given: Readonly<Record<string, string>>) =>
    onChange({ ...draft, fields: { ...draft.fields, ...given } });
  const targetId = draft.fields['target_entry_id'] ?? '';
  const sets = choicesOf(option, { view: of.view, targetId });
  const made = draft.fields['target_name'];
  const other = [...option.otherEvents, ...(option.undatedEvents ?? [])].find(
    ({ criteriaSetEntryId }) => criteriaSetEntryId === targetId,
  );
  const own = eventName(of.view, of.set.entryId);
  const otherName = made || sets.find(({ value }) => value === targetId)?.label;
  const range = rangeOf(draft.fields);
  return (
    <>
      <div className={classes.sentence}>
        <strong className={classes.word}>{own}</strong>
        {option.collectionEventType === 'interval' && (
          <NativeSelect
            aria-label={ruleWords.reference}
            data={edges}
            {...fieldOf(fields, 'reference_date')}
          />
        )}
        <Distance {...fields} inYears={option.inYears === true} />
        <OtherEventSelect
          dataset={of.dataset}
          sets={sets}
          value={targetId}
          made={made ? { label: made, filter: draft.fields['target_filter'] ?? '' } : undefined}
          error={errors['target_entry_id']}
          onSet={(id) => put({ target_entry_id: id, target_filter: '', target_name: '' })}
          onMake={({ label, filter }) =>
            put({ target_entry_id: '', target_filter: filter, target_name: label })
          }
        />
      </div>
      {other?.eventType === 'interval' && <Edges {...fields} />}
      {otherName === undefined ? (
        <Text size="sm" c="dimmed">
          {ruleWords.searchHint}
        </Text>
      ) : (
        range !== null && <TimeLine range={range} unit={unitOf(draft.fields)} own={own} other={otherName} />
      )}
      <Notes option={option} sentences={chainOf(of, targetId)} />
    </>
  );
}

interface NotesProps {
  readonly option: Option;
  readonly sentences: readonly string[];
}

/** What a person should know before choosing. */
function Notes({ option, sentences }: NotesProps) {
  const notes = [
    ...(option.inYears === true ? [ruleWords.inYears] : []),
    ...(option.closedEvents ?? []).map(({ criteriaSetName, reason }) =>
      ruleWords.notOffered(criteriaSetName, reason),
    ),
    ...sentences,
  ];
  return notes.map((note) => (
    <Text key={note} size="sm" c="dimmed">
      {note}
    </Text>
  ));
}

/** "between [0] and [180] [days] [after]"; around the other event, one number for each side. */
function Distance({ inYears, ...fields }: FieldsProps & { readonly inYears: boolean }) {
  const direction = directionOf(fields.draft.fields);
  const isAround = direction === 'around';
  const wire = wireNamesOf(direction);
  const number = (name: 'near' | 'far', label: string) => (
    <TextInput
      type="number"
      step="any"
      min={0}
      w="5.5rem"
      aria-label={label}
      {...fieldOf(fields, name)}
      error={fields.errors[wire[name]]}
    />
  );
  return (
    <>
      <span className={classes.word}>{ruleWords.between}</span>
      {number('near', isAround ? ruleWords.before : ruleWords.least)}
      <span className={classes.word}>{ruleWords.and}</span>
      {number('far', isAround ? ruleWords.after : ruleWords.most)}
      <NativeSelect
        aria-label={ruleWords.distanceUnit}
        data={distanceUnits
          .filter((unit) => (unit === 'calendar_years') === inYears)
          .map((value) => ({ value, label: ruleWords.distanceUnits[value] }))}
        {...fieldOf(fields, 'distance_unit')}
      />
      <NativeSelect
        aria-label={ruleWords.direction}
        data={directions.map((value) => ({ value, label: ruleWords.directions[value] }))}
        {...fieldOf(fields, 'direction')}
      />
    </>
  );
}

/** From which date of the other event each bound counts, where it has two. */
const Edges = (fields: FieldsProps) => (
  <div className={classes.sentence}>
    <span className={classes.word}>{ruleWords.countedFrom}</span>
    <NativeSelect
      aria-label={ruleWords.edgeOfFirst}
      data={edges}
      {...fieldOf(fields, 'range_start_target')}
    />
    <span className={classes.word}>{ruleWords.and}</span>
    <NativeSelect aria-label={ruleWords.edgeOfLast} data={edges} {...fieldOf(fields, 'range_end_target')} />
    <span className={classes.word}>{ruleWords.ofOther}</span>
  </div>
);

/** The sets that can be the other event; a target that is none of them keeps its place. */
function choicesOf(
  { otherEvents, undatedEvents = [] }: Option,
  { view, targetId }: { readonly view: CohortView; readonly targetId: string },
): readonly EventChoice[] {
  const choices = [...otherEvents, ...undatedEvents].map(({ criteriaSetEntryId, criteriaSetName }) => ({
    value: criteriaSetEntryId,
    label: eventName(view, criteriaSetEntryId, criteriaSetName),
  }));
  const isThere = targetId === '' || choices.some(({ value }) => value === targetId);
  return isThere ? choices : [{ value: targetId, label: ruleWords.unknownEvent }, ...choices];
}

/** The name of a set, with its filters: "Surgery 1: Procedure = "Bidirectional Glenn"". */
function eventName(view: CohortView, setId: string, named?: string): string {
  const set = view.criteriaSets.find(({ entryId }) => entryId === setId);
  const name = named ?? (set === undefined ? '' : setName(set));
  const filters = (set?.entries ?? []).map((entry) =>
    'kind' in entry
      ? entry.entries.map(({ abbreviatedLabel }) => textOf(abbreviatedLabel)).join(' or ')
      : textOf(entry.abbreviatedLabel),
  );
  return clip([name, filters.join(', ')].filter((part) => part !== '').join(': '));
}

/**
 * A note where rules depend on each other: the set that the target's own rule names, and the sets whose rules name this
 * one.
 */
function chainOf({ view, set }: SetOf, targetId: string): readonly string[] {
  const nameOf = (entryId: string): string | undefined => {
    const found = view.criteriaSets.find((one) => one.entryId === entryId);
    return found && setName(found);
  };
  const rules = view.definition.flatMap(({ entryId, eventRule }) =>
    eventRule?.kind === 'relative_to_other_event' ? [{ entryId, target: eventRule.targetEntryId }] : [],
  );
  const next = rules.find(({ entryId }) => entryId === targetId)?.target;
  const target = nameOf(targetId);
  const beyond = next === undefined ? undefined : nameOf(next);
  const counting = rules.flatMap(({ entryId, target: to }) =>
    to === set.entryId ? (nameOf(entryId) ?? []) : [],
  );
  return [
    ...(target !== undefined && beyond !== undefined ? [ruleWords.chainUp(target, beyond)] : []),
    ...(counting.length > 0 ? [ruleWords.chainDown(counting.join(', '))] : []),
  ];
}
