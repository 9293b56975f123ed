import { describe, expect, it } from 'vitest';
import {
  changeAddress,
  type DownloadSearch,
  parseDownloadAddress,
  writeDownloadAddress,
} from './downloadAddress.ts';

const read = (search: DownloadSearch = {}) => parseDownloadAddress(search, 'Sequencing');

describe('the address of the download screen', () => {
  it('is empty for data files of the local source', () => {
    const address = read();
    expect(address).toMatchObject({ category: 'data', source: 'Local', view: 'types', page: 1 });
    expect(Object.values(writeDownloadAddress(address)).every((value) => value === undefined)).toBe(true);
  });

  it.each<DownloadSearch>([
    { category: 'clinical', view: 'history' },
    { source: 'Sequencing', view: 'files', search: 'CHD', experiment: 'WGS', format: 'CRAM', page: 3 },
    { view: 'files', sort: '-size' },
    { view: 'files', sort: 'experiment_type' },
  ])('says what is open, and nothing else: %j', (search) => {
    const written = Object.entries(writeDownloadAddress(read(search)));
    expect(Object.fromEntries(written.filter(([, value]) => value !== undefined))).toEqual(search);
  });

  it.each<DownloadSearch>([{ category: 'analysis', source: 'Sequencing' }, { source: 'Elsewhere' }])(
    'falls back to the local source: %j (rule 13.64)',
    (search) => {
      expect(read(search).source).toBe('Local');
    },
  );

  it('leaves the second source with the data files, and the type and page of another list', () => {
    const held = read({ source: 'Sequencing', experiment: 'WGS', page: 4 });
    expect(changeAddress(held, { category: 'clinical' })).toMatchObject({
      category: 'clinical',
      source: 'Local',
      experiment: undefined,
      page: 1,
    });
    expect(changeAddress(held, { search: 'x' })).toMatchObject({
      source: 'Sequencing',
      experiment: 'WGS',
      page: 1,
    });
  });
});
