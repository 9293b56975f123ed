import { PortalError } from '@atrium/contract/errors/errorCode';
import { sql } from 'kysely';
import type { Account } from '../access/index.ts';
import { record } from '../audit/index.ts';
import { countTags } from './newsStore.ts';
import type { NewsDeps } from './saveArticle.ts';

interface Renaming {
  readonly tagId: number;
  readonly name: string;
  readonly editor: Account;
}

/** Renames a tag; refuses the name of another one. */
export async function renameTag({ db }: NewsDeps, { tagId, name, editor }: Renaming) {
  await db.transaction().execute(async (inside) => {
    const other = await inside
      .selectFrom('news_tag')
      .select('id')
      .where(sql`lower(name)`, '=', sql`lower(${name})`)
      .where('id', '<>', tagId)
      .executeTakeFirst();
    if (other !== undefined)
      throw new PortalError('conflict', 'name: there is a tag of this name', { field: 'name' });
    const { numUpdatedRows } = await inside
      .updateTable('news_tag')
      .set({ name })
      .where('id', '=', tagId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw noTag();
    await record(inside, { accountId: editor.id, action: 'news_tag_rename', detail: { tag: tagId } });
  });
  const renamed = (await countTags(db)).find(({ id }) => id === tagId);
  if (renamed === undefined) throw noTag();
  return renamed;
}

/** Deletes a tag; its articles stay. */
export async function deleteTag({ db }: NewsDeps, tagId: number, editor: Account): Promise<void> {
  await db.transaction().execute(async (inside) => {
    const { numDeletedRows } = await inside.deleteFrom('news_tag').where('id', '=', tagId).executeTakeFirst();
    if (numDeletedRows === 0n) throw noTag();
    await record(inside, { accountId: editor.id, action: 'news_tag_delete', detail: { tag: tagId } });
  });
}

const noTag = (): PortalError => new PortalError('not_found', 'There is no such tag.');
