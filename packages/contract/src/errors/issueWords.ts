import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be yes or no',
  array: 'must be a list',
  tuple: 'must be a list',
  date: 'must be a day',
  null: 'must be empty',
};

const formats: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be a web address',
  date: 'must be a day such as 2026-09-14',
  datetime: 'must be a time such as 2026-09-14T08:00:00Z',
};

const units: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

const shownValues = 12;

/** Why a value is not taken, in words that follow the name of its field; texts that a schema gives itself stay. */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'Required';
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? 'must have fields of its own';
    case 'invalid_format':
      return formats[issue.format] ?? 'is not written in the form that is expected';
    case 'too_small':
    case 'too_big':
      return sizeWords(issue.code === 'too_small' ? 'least' : 'most', issue);
    case 'invalid_value':
      return issue.values.length > shownValues
        ? otherwise
        : `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has parts that nobody knows: ${issue.keys.slice(0, shownValues).join(', ')}`;
    default:
      return otherwise;
  }
}

const otherwise = 'not a value that is taken here';

interface Sized {
  readonly origin: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly inclusive?: boolean;
}

function sizeWords(end: 'least' | 'most', { origin, minimum, maximum, inclusive = true }: Sized): string {
  const limit = (end === 'least' ? minimum : maximum) ?? 0;
  const [one, several] = units[origin] ?? [];
  if (one !== undefined && several !== undefined)
    return end === 'least' && Number(limit) === 1
      ? 'must not be empty'
      : `must have at ${end} ${limit} ${Number(limit) === 1 ? one : several}`;
  if (inclusive) return `must be at ${end} ${limit}`;
  return `must be ${end === 'least' ? 'more' : 'less'} than ${limit}`;
}

/** The issues as text, like `transformation.concept_id: Required`; several errors are joined by "; ". */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const sentences = issues.flatMap(furtherIn).slice(0, 5).map(describeIssue);
  return [...new Set(sentences)].join('; ');
}

/** The field of the first of the issues, in the spelling of the wire: `transformation.concept_id`. */
export const fieldOfIssues = (issues: readonly z.core.$ZodIssue[]): string | undefined => {
  const [first] = issues.flatMap(furtherIn);
  return first === undefined ? undefined : fieldOf(first);
};

/** Of a union, the issues of the one kind that the value was meant as; the union's own issue where that is not clear. */
function furtherIn(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.filter((faults) => faults.every(({ path }) => path.length > 0));
  const [faults, ...others] = meant;
  if (faults === undefined || others.length > 0) return [issue];
  return faults.flatMap((fault) => furtherIn({ ...fault, path: [...issue.path, ...fault.path] }));
}

const fieldOf = ({ path }: z.core.$ZodIssue): string =>
  path.length === 0 ? 'body' : path.map(String).join('.');

function describeIssue(issue: z.core.$ZodIssue): string {
  const field = fieldOf(issue);
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined)
    return `${field}: not one of the known kinds`;
  return `${field}: ${issue.code === 'invalid_union' ? otherwise : issue.message}`;
}
