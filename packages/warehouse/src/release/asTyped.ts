import type { FieldPlan } from '../package/packagePlan.ts';

/** The field as a format with types of its own spells it: ISO days, plain numbers, `true` and `false`. */
export function asTyped(field: FieldPlan): FieldPlan {
  const { rule } = field;
  return {
    ...field,
    rule: {
      ...rule,
      lexical: rule.target === 'date' ? 'datetime' : rule.lexical,
      datePattern: null,
      trueValues: null,
      falseValues: null,
      decimalChar: '.',
      groupChar: null,
      bareNumber: true,
    },
  };
}
