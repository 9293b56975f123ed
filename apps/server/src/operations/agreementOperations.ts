import { listAcceptances, putAgreement, withdrawAgreement } from '../access/index.ts';
import { record } from '../audit/index.ts';
import { type By, type ImportDeps, type Operation, recordedBy } from './operation.ts';

type Deps = Pick<ImportDeps, 'db'>;

/** Puts a data-use agreement in force and records it in the audit (rule 8.19). */
export async function setAgreement(
  { db }: Deps,
  { dataset, version, text }: Extract<Operation, { kind: 'setAgreement' }>,
  by: By,
): Promise<readonly string[]> {
  const { textHash } = await db.transaction().execute(async (transaction) => {
    const { datasetId, ...detail } = await putAgreement(transaction, dataset, { version, text });
    await record(transaction, { ...recordedBy(by), datasetId, action: 'agreement_change', detail });
    return detail;
  });
  return [
    `Version ${version} of the data-use agreement of ${dataset} is in force (SHA-256 ${textHash}).`,
    'Nobody sees data before they have accepted this version.',
  ];
}

/** Takes the data-use agreement of a dataset out of force and records it in the audit. */
export async function removeAgreement(
  { db }: Deps,
  { dataset }: Extract<Operation, { kind: 'removeAgreement' }>,
  by: By,
): Promise<readonly string[]> {
  await db.transaction().execute(async (transaction) => {
    const datasetId = await withdrawAgreement(transaction, dataset);
    const detail = { isRemoved: true };
    await record(transaction, { ...recordedBy(by), datasetId, action: 'agreement_change', detail });
  });
  return [`${dataset} has no data-use agreement. Its versions and acceptances are kept.`];
}

/** Who accepted which version, a line each. */
export async function listAccepted(
  { db }: Deps,
  { dataset }: Extract<Operation, { kind: 'listAcceptances' }>,
): Promise<readonly string[]> {
  const accepted = await listAcceptances(db, dataset);
  if (accepted.length === 0) return [`Nobody has accepted an agreement of ${dataset}.`];
  return accepted.map(({ at, username, accountId, version, textHash }) =>
    [at.toISOString(), `${username} (account ${accountId})`, version, textHash].join('\t'),
  );
}
