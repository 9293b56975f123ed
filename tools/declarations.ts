import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '@atrium/contract/endpoints/endpoint';
import { z } from 'zod';

const file = path.resolve(import.meta.dirname, '../docs/api.md');
const [begin, end] = ['<!-- declarations: begin -->', '<!-- declarations: end -->'];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'declares' in value && 'path' in value;

/** Every endpoint below a value: groups may hold groups. */
function endpointsIn(value: unknown): readonly Endpoint[] {
  if (isEndpoint(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(endpointsIn) : [];
}

const folder = path.resolve(import.meta.dirname, '../packages/contract/src/endpoints');

/** What all files of endpoints export. */
const modules: readonly unknown[] = await Promise.all(
  readdirSync(folder).map((name) => import(pathToFileURL(path.join(folder, name)).href)),
);

/** The endpoints of the contract, by path and method. */
export const declaredEndpoints = (): readonly Endpoint[] =>
  modules
    .flatMap((module) => Object.entries(z.record(z.string(), z.unknown()).parse({ ...Object(module) })))
    .filter(([name]) => name.endsWith('Endpoints'))
    .flatMap(([, group]) => endpointsIn(group))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

const keyOf = ({ method, path: at }: Endpoint): string => `${at} ${method}`;

const heading = ['call', 'permission', 'token', 'discloses', 'cost', 'rate class', 'meters'];

const rowOf = ({ method, path: at, permission, declares }: Endpoint): readonly string[] => [
  `\`${method} ${at}\``,
  permission,
  declares.scope,
  declares.discloses,
  declares.cost,
  declares.rateClass,
  declares.meters.join(', '),
];

/** The table of all declarations, as Markdown. */
export function declarationTable(): string {
  const rows = [heading, heading.map(() => '---'), ...declaredEndpoints().map(rowOf)];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** docs/api.md with the table of today between its marks. */
export function documented(): { readonly held: string; readonly wanted: string } {
  const held = readFileSync(file, 'utf8');
  const [before, rest] = held.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('docs/api.md has no marks for the table.');
  return { held, wanted: `${before}${begin}\n\n${declarationTable()}\n\n${end}${after}` };
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, documented().wanted);
