import { PortalError } from '@atrium/contract/errors/errorCode';
import { sql, type Transaction } from 'kysely';
import type { Member } from '../access/index.ts';
import type { Schema } from '../database/index.ts';
import type { ChosenProject } from './forms.ts';
import { maxProjects } from './reportLimits.ts';
import { listProjects } from './reportList.ts';

/**
 * The number of the project that a form names. A name that one of the projects has which the member sees is that
 * project, whatever its case; any other makes a project of the member's own. So the name of a project that the member
 * does not see neither tells of it nor joins it (rule 12.4).
 */
export async function putProject(
  transaction: Transaction<Schema>,
  member: Member,
  project: ChosenProject,
): Promise<number | null> {
  if (project.kind === 'none') return null;
  if (project.kind === 'existing') return project.id;
  const seen = await listProjects(transaction, member);
  return (
    (await findNamed(transaction, member, { ...project, seen })) ?? addProject(transaction, member, project)
  );
}

interface Named {
  readonly name: string;
}

/** The member's own goes before one of others. */
async function findNamed(
  transaction: Transaction<Schema>,
  { account }: Member,
  { name, seen }: Named & { readonly seen: Awaited<ReturnType<typeof listProjects>> },
): Promise<number | undefined> {
  if (seen.length === 0) return undefined;
  const found = await transaction
    .selectFrom('project')
    .select('id')
    .where(
      'id',
      'in',
      seen.map(({ id }) => id),
    )
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .orderBy(sql`account_id is distinct from ${account.id}::integer`)
    .orderBy('id')
    .executeTakeFirst();
  return found?.id;
}

async function addProject(
  transaction: Transaction<Schema>,
  { account, datasetId }: Member,
  { name }: Named,
): Promise<number> {
  const { held } = await transaction
    .selectFrom('project')
    .select(({ fn }) => fn.countAll<string>().as('held'))
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (Number(held) >= maxProjects)
    throw new PortalError(
      'conflict',
      `You have made ${maxProjects} projects in this dataset, which is the most. Please choose one of them.`,
    );
  const { id } = await transaction
    .insertInto('project')
    .values({ dataset_id: datasetId, account_id: account.id, name })
    .onConflict((conflict) =>
      conflict.expression(sql`dataset_id, account_id, lower(name)`).doUpdateSet({ dataset_id: datasetId }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
