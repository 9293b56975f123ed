import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Values that must stay unchanged; the last two look like booleans. */
export const oddValues = [
  '"quoted"',
  'Fontan (extracardiac), staged',
  'O’Brien & sons <b>bold</b>',
  "it's, or isn't",
  'False',
  'True',
] as const;

export const cellOf = (value: string) => `"${value.replaceAll('"', '""')}"`;

/** A dataset of odd values, and of a prefilter that itself has one; made in a folder of its own. */
export function writeOddPackage(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-odd-'));
  const prefilter = (field: string) => ({ prefilter: { field, mode: 'required' } });
  const fields = [
    { name: 'odd_id', type: 'string' },
    { name: 'odd_value', title: 'Odd value', type: 'string', atrium: { type: 'category' } },
    { name: 'odd_flag', title: 'Odd flag', type: 'boolean' },
    { name: 'odd_device', title: 'Odd device', type: 'string', atrium: { type: 'category' } },
    {
      name: 'odd_measure',
      title: 'Odd measure',
      type: 'string',
      atrium: { type: 'category', ...prefilter('odd_device') },
    },
    { name: 'odd_reading', title: 'Odd reading', type: 'number', atrium: prefilter('odd_measure') },
  ];
  const descriptor = {
    name: 'odd',
    title: 'Odd values',
    resources: [{ name: 'thing', path: 'things.csv', schema: { primaryKey: 'odd_id', fields } }],
  };
  const lines = oddValues.flatMap((value, index) =>
    [true, false].map((flag) => `T${index}${flag},${cellOf(value)},${flag},D1,M1,${index}`),
  );
  writeFileSync(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  writeFileSync(
    path.join(folder, 'things.csv'),
    [fields.map(({ name }) => name).join(','), ...lines, ''].join('\n'),
  );
  return folder;
}
