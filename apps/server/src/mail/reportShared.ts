import type { PersonalMail } from './mailQueue.ts';

interface SharedReport {
  readonly accountId: number;
  readonly report: { readonly id: number; readonly name: string };
  /** The dataset's id in paths, and its name. */
  readonly dataset: { readonly uniqueId: string; readonly name: string };
  readonly sharedBy: string;
  /** Where people reach the portal: an origin. */
  readonly publicUrl: string;
}

/** The mail that says that a report was shared with a person; once for a person and report. */
export function reportShared({
  accountId,
  report,
  dataset,
  sharedBy,
  publicUrl,
}: SharedReport): PersonalMail {
  const address = new URL(`/${encodeURIComponent(dataset.uniqueId)}/reports/${report.id}`, publicUrl);
  return {
    key: `report ${report.id} shared with ${accountId}`,
    accountId,
    subject: `${sharedBy} shared the report “${report.name}” with you`,
    text: [
      `${sharedBy} shared the report “${report.name}” of ${dataset.name} with you.`,
      '',
      address.href,
      '',
      'You may be asked to sign in first. The report shows what your own access to the data allows.',
      '',
    ].join('\n'),
  };
}
