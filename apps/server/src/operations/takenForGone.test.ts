import { expect, it } from 'vitest';
import { portalOfFile } from '../testing/ofFile.ts';
import { openInSmall } from '../testing/smallPackage.ts';
import { importDataset } from './importDataset.ts';

const portal = await portalOfFile();

it('an import whose portal was taken for gone makes nothing live, and leaves nothing (rule 15.59)', async () => {
  const { db, questions, releases, smallPackage: packagePath } = portal;
  const mark = () =>
    db.updateTable('release').set({ state: 'failed' }).where('state', '=', 'building').execute();
  let marking: Promise<unknown> | undefined;
  const importing = importDataset(
    { db, questions, releases },
    { kind: 'import', packagePath, dataset: 'small', dryRun: false, openIdentifiers: openInSmall },
    {
      onProgress: () => {
        marking ??= mark();
      },
      signal: new AbortController().signal,
    },
  );
  await expect(importing).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('taken for ended'),
  });
  expect(marking).toBeDefined();
  expect(await db.selectFrom('release').select('state').execute()).toEqual([{ state: 'failed' }]);
  expect(await db.selectFrom('dataset').select('id').execute()).toEqual([]);
  expect(await releases.list()).toEqual([]);
});
