import { NativeSelect, Text, TextInput } from '@mantine/core';
import classes from './EventRule.module.css';
import { ruleWords } from './eventRuleWords.ts';
import { type FieldsProps, fieldOf } from './ruleField.ts';
import { withAgeUnit } from './ruleForm.ts';

type Edge = 'age' | 'age_start' | 'age_end';

interface AgeFieldsProps extends FieldsProps {
  readonly edges: readonly Edge[];
}

const labels = {
  age: [ruleWords.age, ruleWords.earliest, ruleWords.latest],
  age_start: [ruleWords.startAge, ruleWords.earliestStart, ruleWords.latestStart],
  age_end: [ruleWords.endAge, ruleWords.earliestEnd, ruleWords.latestEnd],
} as const;

/** "At an age from … to … years"; the unit holds for every field. */
export function AgeFields({ edges, ...fields }: AgeFieldsProps) {
  const { draft, onChange } = fields;
  return (
    <>
      {edges.map((edge) => {
        const [lead, earliest, latest] = labels[edge];
        return (
          <div key={edge} className={classes.sentence}>
            <span className={classes.lead}>{lead}</span>
            <span className={classes.word}>{ruleWords.from}</span>
            <TextInput
              type="number"
              step="any"
              w="6rem"
              aria-label={earliest}
              {...fieldOf(fields, `${edge}_min`)}
            />
            <span className={classes.word}>{ruleWords.to}</span>
            <TextInput
              type="number"
              step="any"
              w="6rem"
              aria-label={latest}
              {...fieldOf(fields, `${edge}_max`)}
            />
            <NativeSelect
              aria-label={ruleWords.unit}
              data={['days', 'years']}
              value={draft.ageUnit}
              onChange={(event) =>
                onChange(withAgeUnit(draft, event.currentTarget.value === 'days' ? 'days' : 'years'))
              }
            />
          </div>
        );
      })}
      <Text size="sm" c="dimmed">
        {ruleWords.both} {draft.ageUnit === 'years' && ruleWords.ageHint}
      </Text>
    </>
  );
}
