import { conceptTypeOf } from '../conceptRules.ts';
import { type DescribedPackage, type DescribedTable, findField, isList } from '../describedTable.ts';

/** Event times: single dates or ages, one kind in the whole dataset (rule 1.4). */
export function checkEvents({ loaded, root }: DescribedPackage): string[] {
  const problems: string[] = [];
  const kinds = new Map<string, string[]>();
  for (const table of loaded) {
    const { event } = table.resource.atrium ?? {};
    if (event === undefined) continue;
    if (table === root) problems.push(`resource ${table.name}: the root cannot be an event collection`);
    for (const name of [event.start, ...(event.end === undefined ? [] : [event.end])]) {
      const problem = checkEventField(table, name);
      if (problem !== null) problems.push(problem);
      const field = findField(table, name);
      if (field === undefined || problem !== null) continue;
      const kind = conceptTypeOf(field);
      kinds.set(kind, [...(kinds.get(kind) ?? []), `${table.name}.${name}`]);
    }
  }
  if (kinds.size > 1) {
    const list = [...kinds].map(([kind, fields]) => `${kind}s in ${fields.join(', ')}`).join('; ');
    problems.push(`package: event times must be all dates or all ages, but there are ${list}`);
  }
  return problems;
}

function checkEventField(table: DescribedTable, name: string): string | null {
  const field = findField(table, name);
  const owner = `resource ${table.name}: its event time "${name}"`;
  if (field === undefined) return `${owner} is not a field of the table`;
  if (isList(field)) return `${owner} is a list; an event has one time`;
  const type = conceptTypeOf(field);
  return type === 'date' || type === 'age' ? null : `${owner} must be a date or an age, not ${type}`;
}
