import { unreachable } from '@atrium/contract/errors/unreachable';
import { Text } from '@mantine/core';
import type { SetOf } from '../criteriaSet/setQueries.ts';
import { AgeFields } from './AgeFields.tsx';
import { DateFields } from './DateFields.tsx';
import { ruleWords } from './eventRuleWords.ts';
import { RelativeFields } from './RelativeFields.tsx';
import type { FieldsProps } from './ruleField.ts';
import type { OpenOption } from './ruleForm.ts';
import { WindowFields } from './WindowFields.tsx';

interface RuleFieldsProps extends FieldsProps {
  readonly option: OpenOption;
  readonly of: SetOf;
}

/** The fields of one form of rule. */
export function RuleFields({ option, of, ...fields }: RuleFieldsProps) {
  switch (option.kind) {
    case 'date_range':
      return <DateFields {...fields} inYears={option.inYears} edges={['date']} />;
    case 'interval_date_range':
      return <DateFields {...fields} inYears={option.inYears} edges={['date_start', 'date_end']} />;
    case 'relative_to_today':
    case 'interval_relative_to_today':
      return <WindowFields {...fields} option={option} />;
    case 'age_in_days_range':
      return <AgeFields {...fields} edges={['age']} />;
    case 'interval_age_in_days_range':
      return <AgeFields {...fields} edges={['age_start', 'age_end']} />;
    case 'relative_to_other_event':
      return <RelativeFields {...fields} option={option} of={of} />;
    case 'no_restriction':
      return (
        <Text size="sm" c="dimmed">
          {ruleWords.anyWhen}
        </Text>
      );
    default:
      return unreachable(option);
  }
}
