import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SetOf } from '../criteriaSet/setQueries.ts';
import { setName } from '../setName.ts';
import { distanceChoice, distances, otherDistance, withGiven } from './dayChoices.ts';
import classes from './EventRule.module.css';
import { ruleWords } from './eventRuleWords.ts';
import { type FieldsProps, fieldOf } from './ruleField.ts';
import type { OpenOption } from './ruleForm.ts';

type Option = Extract<OpenOption, { kind: 'relative_to_other_event' }>;

interface RelativeFieldsProps extends FieldsProps {
  readonly option: Option;
  readonly of: SetOf;
}

const edges = [
  { value: 'start', label: ruleWords.start },
  { value: 'end', label: ruleWords.end },
];

/** "Its start lies from … to … of the other event"; start and end are asked for where an event has both. */
export function RelativeFields({ option, of, ...fields }: RelativeFieldsProps) {
  const closed = (option.closedEvents ?? []).map(({ criteriaSetName, reason }) => (
    <Text key={criteriaSetName} size="sm" c="dimmed">
      {ruleWords.notOffered(criteriaSetName, reason)}
    </Text>
  ));
  if (option.otherEvents.length === 0)
    return (
      <>
        <Text size="sm">{ruleWords.noOthers}</Text>
        {closed}
      </>
    );
  const target = fieldOf(fields, 'target_entry_id');
  const other = option.otherEvents.find(({ criteriaSetEntryId }) => criteriaSetEntryId === target.value);
  const bound = (edge: 'start' | 'end', lead: string, edgeLabel: string) => (
    <div className={classes.sentence}>
      <span className={classes.lead}>{lead}</span>
      <Distance {...fields} name={`range_${edge}_days_from_target`} label={lead} option={option} />
      {other?.eventType === 'interval' && (
        <>
          <span className={classes.word}>{ruleWords.of} the</span>
          <NativeSelect aria-label={edgeLabel} data={edges} {...fieldOf(fields, `range_${edge}_target`)} />
        </>
      )}
    </div>
  );
  return (
    <>
      <NativeSelect
        label={ruleWords.target}
        data={[
          ...(other === undefined ? [{ value: target.value, label: '' }] : []),
          ...option.otherEvents.map(({ criteriaSetEntryId, criteriaSetName }) => ({
            value: criteriaSetEntryId,
            label: criteriaSetName,
          })),
        ]}
        {...target}
      />
      {option.collectionEventType === 'interval' && (
        <NativeSelect label={ruleWords.reference} data={edges} {...fieldOf(fields, 'reference_date')} />
      )}
      {bound('start', ruleWords.notBefore, ruleWords.edgeOfFirst)}
      {bound('end', ruleWords.notAfter, ruleWords.edgeOfLast)}
      {option.inYears === true && (
        <Text size="sm" c="dimmed">
          {ruleWords.inYears}
        </Text>
      )}
      {closed}
      {chainOf(of, target.value).map((sentence) => (
        <Text key={sentence} size="sm" c="dimmed">
          {sentence}
        </Text>
      ))}
    </>
  );
}

interface DistanceProps extends FieldsProps {
  readonly name: string;
  readonly label: string;
  readonly option: Option;
}

/** How far from the other event: one of the offered distances, or any number of days where days may be asked for. */
function Distance({ name, label, option, ...fields }: DistanceProps) {
  const field = fieldOf(fields, name);
  const choice = distanceChoice(option.dateOptions, field.value);
  const inYears = option.inYears === true;
  const [isOther, setIsOther] = useState(!inYears && choice === otherDistance);
  return (
    <>
      <NativeSelect
        aria-label={label}
        data={
          inYears
            ? [...withGiven(option.dateOptions, field.value)]
            : [...distances(option.dateOptions, ruleWords.otherDistance)]
        }
        value={inYears ? field.value : isOther ? otherDistance : choice}
        error={isOther ? undefined : field.error}
        onChange={(event) => {
          const isNowOther = event.currentTarget.value === otherDistance;
          setIsOther(isNowOther);
          if (!isNowOther) field.onChange(event);
        }}
      />
      {isOther && (
        <>
          <TextInput
            type="number"
            step={1}
            w="5.5rem"
            aria-label={`${label}: ${ruleWords.days}`}
            {...field}
          />
          <span className={classes.word} aria-hidden>
            {ruleWords.days}
          </span>
        </>
      )}
    </>
  );
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
