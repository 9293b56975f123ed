import { Text, TextInput } from '@mantine/core';
import classes from './EventRule.module.css';
import { ruleWords } from './eventRuleWords.ts';
import { type FieldsProps, fieldOf } from './ruleField.ts';

type Edge = 'date' | 'date_start' | 'date_end';

interface DateFieldsProps extends FieldsProps {
  readonly inYears: boolean;
  readonly edges: readonly Edge[];
}

const labels = {
  date: [ruleWords.happened, ruleWords.earliest, ruleWords.latest],
  date_start: [ruleWords.starts, ruleWords.earliestStart, ruleWords.latestStart],
  date_end: [ruleWords.ends, ruleWords.earliestEnd, ruleWords.latestEnd],
} as const;

/** "It happened from … to …", in days or in years; an interval has one such line for its start and one for its end. */
export function DateFields({ inYears, edges, ...fields }: DateFieldsProps) {
  const look = inYears
    ? { type: 'number', min: 1500, max: 2200, step: 1, w: '7rem' }
    : { type: 'date', min: '1500-01-01', max: '2200-12-31', w: '10.5rem' };
  return (
    <>
      {edges.map((edge) => {
        const [lead, earliest, latest] = labels[edge];
        return (
          <div key={edge} className={classes.sentence}>
            <span className={classes.lead}>{lead}</span>
            <span className={classes.word}>{ruleWords.from}</span>
            <TextInput {...look} aria-label={earliest} {...fieldOf(fields, `${edge}_min`)} />
            <span className={classes.word}>{ruleWords.to}</span>
            <TextInput {...look} aria-label={latest} {...fieldOf(fields, `${edge}_max`)} />
          </div>
        );
      })}
      <Text size="sm" c="dimmed">
        {ruleWords.both}
      </Text>
    </>
  );
}
