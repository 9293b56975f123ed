import { NativeSelect, Text } from '@mantine/core';
import classes from './EventRule.module.css';
import { ruleWords } from './eventRuleWords.ts';
import { type FieldsProps, fieldOf } from './ruleField.ts';
import type { OpenOption } from './ruleForm.ts';

interface WindowFieldsProps extends FieldsProps {
  readonly option: Extract<OpenOption, { kind: 'relative_to_today' | 'interval_relative_to_today' }>;
}

/** "It happened within the last …"; an interval may bound its start, its end, or both. */
export function WindowFields({ option, ...fields }: WindowFieldsProps) {
  const lines =
    option.kind === 'relative_to_today'
      ? ([['days_ago', ruleWords.happened, ruleWords.withinLabel]] as const)
      : ([
          ['start_date_days_ago', ruleWords.starts, ruleWords.startWithin],
          ['end_date_days_ago', ruleWords.ends, ruleWords.endWithin],
        ] as const);
  const open = option.kind === 'relative_to_today' ? [] : [{ value: '', label: ruleWords.anyTime }];
  return (
    <>
      {lines.map(([name, lead, label]) => {
        const field = fieldOf(fields, name);
        return (
          <div key={name} className={classes.sentence}>
            <span className={classes.lead}>{lead}</span>
            <span className={classes.word}>{ruleWords.within}</span>
            <NativeSelect
              aria-label={label}
              data={[...open, ...withGiven(option.daysAgoOptions, field.value)]}
              {...field}
            />
          </div>
        );
      })}
      <Text size="sm" c="dimmed">
        {ruleWords.today}
      </Text>
    </>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The offered windows, and the one that the rule has where it is none of them. */
function withGiven(
  choices: readonly (readonly [days: number, label: string])[],
  days: string,
): readonly Choice[] {
  const offered = choices.map(([window, label]) => ({ value: String(window), label }));
  return days === '' || offered.some(({ value }) => value === days)
    ? offered
    : [...offered, { value: days, label: `${days} days` }];
}
