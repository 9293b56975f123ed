import { unreachable } from '@atrium/contract/errors/unreachable';
import type { AggregationInput, TableOptions } from '@atrium/contract/wire/concept';
import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import { z } from 'zod';

/** The answer to one question of a method. */
export type Answer = string | readonly string[];

/** The form of a column as a person has filled it in. */
export interface ColumnForm {
  /** A method's id, or `stack` for one row per value. */
  readonly method: string;
  readonly alias: string;
  /** Entry id of the criteria set; empty for all. */
  readonly criteriaSet: string;
  /** Answers by method and input id, so that changing the method does not lose them. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Answer>>>>;
}

export type ColumnFormEvent =
  | { readonly kind: 'method' | 'alias' | 'criteriaSet'; readonly value: string }
  | { readonly kind: 'answer'; readonly input: string; readonly value: Answer };

export const stacked = 'stack';

/** The edit that gives a column its method, its name and its criteria set. */
export type ColumnOptionsEdit = Omit<Extract<TableTransformation, { kind: 'add_entry' }>, 'inputs'> & {
  readonly inputs: Readonly<Record<string, Answer>>;
};

/** A column of the table, or one that is yet to be added to it. */
export interface OptionedColumn {
  readonly conceptId: string;
  readonly entryId: string | undefined;
  readonly name: string;
  /** Options that were chosen and are not applied yet. */
  readonly staged?: ColumnOptionsEdit | undefined;
}

/** A scalar for a select, a list otherwise; an empty text stands for an empty list (rule 3.22). */
function answerOf({ type, selected }: AggregationInput): Answer {
  if (type === 'select') return Array.isArray(selected) ? '' : String(selected);
  if (Array.isArray(selected)) return selected;
  return selected === '' ? [] : [String(selected)];
}

/** The form filled in from the staged options of the column, or else from its stored ones. */
export function openForm(options: TableOptions, staged?: ColumnOptionsEdit): ColumnForm {
  const stored = storedForm(options);
  if (staged === undefined) return stored;
  const method = staged.aggregationMethod ?? stored.method;
  return {
    method,
    alias: staged.alias ?? '',
    criteriaSet: staged.aggregationCriteriaSet ?? '',
    answers: { ...stored.answers, [method]: { ...stored.answers[method], ...staged.inputs } },
  };
}

function storedForm(options: TableOptions): ColumnForm {
  return {
    method: options.aggregationOptions.find((method) => method.selected)?.id ?? stacked,
    alias: options.entryAlias ?? '',
    criteriaSet: options.selectedAggregationCriteriaSet ?? '',
    answers: Object.fromEntries(
      options.aggregationOptions.map(({ id, inputs }) => [
        id,
        Object.fromEntries(inputs.map((input) => [input.id, answerOf(input)])),
      ]),
    ),
  };
}

export function reduceForm(form: ColumnForm, event: ColumnFormEvent): ColumnForm {
  switch (event.kind) {
    case 'method':
      return { ...form, method: event.value };
    case 'alias':
      return { ...form, alias: event.value };
    case 'criteriaSet':
      return { ...form, criteriaSet: event.value };
    case 'answer':
      return {
        ...form,
        answers: {
          ...form.answers,
          [form.method]: { ...form.answers[form.method], [event.input]: event.value },
        },
      };
    default:
      return unreachable(event);
  }
}

/** The edit that saves the form; a stacked column has no answers and no criteria set. */
export const columnEdit = (
  form: ColumnForm,
  { conceptId, entryId }: { readonly conceptId: string; readonly entryId: string | undefined },
): ColumnOptionsEdit => ({
  kind: 'add_entry',
  conceptId,
  ...(entryId === undefined ? {} : { entryId }),
  alias: form.alias.trim(),
  aggregationMethod: form.method,
  aggregationCriteriaSet: form.method === stacked ? '' : form.criteriaSet,
  inputs: form.answers[form.method] ?? {},
});

const text = z.string();
/** The chosen options of a column, as the tab keeps them. */
export const keptOptions: z.ZodType<ColumnOptionsEdit> = z.object({
  kind: z.literal('add_entry'),
  conceptId: text,
  entryId: text.optional(),
  alias: text.nullish(),
  aggregationMethod: text.nullish(),
  aggregationCriteriaSet: text.nullish(),
  inputs: z.record(text, z.union([text, z.array(text)])),
});
