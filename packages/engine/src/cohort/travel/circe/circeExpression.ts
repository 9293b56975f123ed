import { circeExpression as schema } from '@atrium/contract/documents/circe';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The cohort expression in a file of ATLAS, which may hold it as a field, or as a text; null where it is no such file. */
export function circeExpression(
  document: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const inner = document['expression'];
  const expression = typeof inner === 'string' ? parsedText(inner) : (inner ?? document);
  return isObject(expression) && 'PrimaryCriteria' in expression ? expression : null;
}

export const parseCirce = (expression: Readonly<Record<string, unknown>>) => schema.safeParse(expression);
