import { NativeSelect, Text } from '@mantine/core';
import { withGiven } from './dayChoices.ts';
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
