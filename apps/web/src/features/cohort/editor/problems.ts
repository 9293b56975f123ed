import { unreachable } from '@atrium/contract';
import type { Draft } from './editorState.ts';
import { daysOf, numberOf, placeOfDay } from './range/measure.ts';

/** The fields that an error can stand at. */
export type Field = 'min' | 'max' | 'minYear' | 'minDay' | 'maxYear' | 'maxDay' | 'daysAgo';

export interface Problems {
  readonly fields: Partial<Readonly<Record<Field, string>>>;
  /** What concerns the filter as a whole. */
  readonly rest: readonly string[];
}

export const noProblems: Problems = { fields: {}, rest: [] };
export const hasProblems = ({ fields, rest }: Problems): boolean =>
  Object.keys(fields).length > 0 || rest.length > 0;

/** How the server calls the fields of each editor at the head of its sentences. */
const names: Readonly<Record<Draft['kind'], Readonly<Record<string, Field>>>> = {
  range: { Minimum: 'min', Maximum: 'max' },
  age: {
    Minimum: 'minYear',
    Maximum: 'maxYear',
    'Minimum years': 'minYear',
    'Minimum days': 'minDay',
    'Maximum years': 'maxYear',
    'Maximum days': 'maxDay',
  },
  date: { Minimum: 'min', Maximum: 'max', 'Days ago': 'daysAgo' },
  choice: {},
  ontology: {},
  text: {},
};

const head = /^([A-Z][a-z]*(?: [a-z]+)?(?:, [A-Z][a-z]*(?: [a-z]+)?)*): (.+)$/s;

/** Puts the server's errors ("Minimum, Maximum: give at least one bound.") to the first field that they name. */
export function problemsFrom(errors: readonly string[], kind: Draft['kind']): Problems {
  const fields: Partial<Record<Field, string>> = {};
  const rest: string[] = [];
  for (const error of errors.filter((text) => text.trim() !== '')) {
    const [, named = '', sentence = ''] = head.exec(error) ?? [];
    const field = named.split(', ').flatMap((name) => names[kind][name] ?? [])[0];
    if (field === undefined) rest.push(error);
    else fields[field] = [fields[field], capital(sentence)].filter((text) => text !== undefined).join(' ');
  }
  return { fields, rest };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What is plainly wrong before the server is asked: a text that is no number, a maximum below the minimum. */
export function problemsOf(draft: Draft): Problems {
  switch (draft.kind) {
    case 'range':
      return numbersOf(
        { min: draft.min, max: draft.max },
        () => [numberOf(draft.min), numberOf(draft.max)],
        'max',
      );
    case 'age': {
      const { kind: _, ...parts } = draft;
      return numbersOf(
        parts,
        () => [daysOf(draft.minYear, draft.minDay), daysOf(draft.maxYear, draft.maxDay)],
        'maxYear',
      );
    }
    case 'date':
      return draft.mode === 'relative_to_today'
        ? noProblems
        : ordered([placeOfDay(draft.min), placeOfDay(draft.max, 'last')], 'max');
    case 'choice':
    case 'ontology':
    case 'text':
      return noProblems;
    default:
      return unreachable(draft);
  }
}

type Bounds = readonly [min: number | null, max: number | null];

function numbersOf(
  texts: Partial<Readonly<Record<Field, string>>>,
  bounds: () => Bounds,
  at: Field,
): Problems {
  const wrong = Object.entries(texts).filter(([, text]) => text.trim() !== '' && numberOf(text) === null);
  if (wrong.length === 0) return ordered(bounds(), at);
  return {
    fields: Object.fromEntries(wrong.map(([field, text]) => [field, `“${text}” is not a number.`])),
    rest: [],
  };
}

const ordered = ([min, max]: Bounds, at: Field): Problems =>
  min !== null && max !== null && min > max
    ? { fields: { [at]: 'The maximum is below the minimum.' }, rest: [] }
    : noProblems;

/** Whether nothing has been given yet, so that there is nothing to check. */
export function isBlank(draft: Draft): boolean {
  switch (draft.kind) {
    case 'range':
      return draft.min.trim() === '' && draft.max.trim() === '';
    case 'age':
      return [draft.minYear, draft.minDay, draft.maxYear, draft.maxDay].every((text) => text.trim() === '');
    case 'date':
      return draft.mode === 'date_range' && draft.min === '' && draft.max === '';
    case 'choice':
    case 'text':
      return draft.values.length === 0;
    case 'ontology':
      return draft.terms.length === 0;
    default:
      return unreachable(draft);
  }
}
