import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { key, persons, toPerson, writeTinyPackage } from '../testing/tinyPackage.ts';
import { refusalOf, tinyWarehouse } from '../testing/tinyWarehouse.ts';

const person = persons();

describe('a package is refused for', () => {
  it('a link to a file outside', async () => {
    const outside = await writeTinyPackage({ tables: [person] });
    const folder = await writeTinyPackage({
      tables: [
        { name: person.name, fields: person.fields, schema: { primaryKey: 'person_id' }, path: 'link.csv' },
      ],
    });
    await symlink(join(outside, 'person.csv'), join(folder, 'link.csv'));
    const { warehouse } = await tinyWarehouse();
    await expect(warehouse.releases.build({ packagePath: folder, release: 'r1' })).rejects.toMatchObject({
      problems: ['resource person: there is no file "link.csv" in the package'],
    });
  });

  it('everything that is wrong at once, form and meaning alike', async () => {
    const tube = { name: 'tube', atrium: { catgory: 'x', category: 'y', type: 'hue' } };
    const problems = await refusalOf({
      tables: [
        person,
        { name: 'sample', path: 'gone.csv', schema: toPerson, fields: [key('person_id'), tube] },
      ],
      atrium: { defaultColumns: ['nothing'], color: 'red' },
    });
    expect(problems).toEqual([
      'resource sample, field tube, atrium, type: must be one of category, boolean, ontology, text, date, number, number_with_categories, age',
      'resource sample, field tube, atrium: there is no property "catgory"',
      'package, atrium: there is no property "color"',
      'resource sample: there is no file "gone.csv" in the package',
      'resource sample, field tube: the category "y" does not exist',
      'package: the default column "nothing" is not a concept',
    ]);
  });
});
