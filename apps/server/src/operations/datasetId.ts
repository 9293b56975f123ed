import { PortalError } from '@atrium/contract';

const form = /^[A-Za-z0-9_-]{1,60}$/;

/** First segments of paths that are no datasets: of calls and of pages (rule 9.8). */
const reserved: readonly string[] = [
  ...['audit', 'auth', 'dataset', 'version'],
  ...['account', 'admin', 'api', 'aspera', 'assets', 'backend', 'login', 'metrics', 'news', 'ssh', 'support'],
];

/** Refuses what cannot be a dataset's id in paths; says how to choose another. */
export function checkDatasetId(id: string): void {
  const objection = objectTo(id);
  if (objection === null) return;
  throw new PortalError(
    'bad_request',
    `"${id}" cannot be the id of a dataset: ${objection}. Choose one with --dataset.`,
  );
}

function objectTo(id: string): string | null {
  if (!form.test(id)) return 'letters, digits, _ and - only, at most 60';
  if (reserved.includes(id.toLowerCase())) return 'the word is reserved';
  return null;
}
