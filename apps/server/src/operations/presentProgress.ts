import { unreachable } from '@atrium/contract';
import type { ImportProgress } from '@atrium/warehouse';
import type { Progress } from './operation.ts';

const number = new Intl.NumberFormat('en-US');

export function presentProgress(progress: ImportProgress): Progress {
  return { step: nameStep(progress), detail: describeDetail(progress) };
}

function nameStep({ phase, collection }: ImportProgress): string {
  switch (phase) {
    case 'check':
      return 'checking the package';
    case 'ontologies':
      return 'reading ontologies';
    case 'read':
      return `reading ${collection ?? 'tables'}`;
    case 'store':
      return `storing ${collection ?? 'tables'}`;
    case 'finish':
      return 'finishing the release';
    default:
      return unreachable(phase);
  }
}

function describeDetail({ phase, rows, bytesRead, bytesTotal }: ImportProgress): string | null {
  if (phase !== 'read' || bytesTotal === 0) return null;
  const percent = Math.floor((100 * bytesRead) / bytesTotal);
  return `${number.format(rows)} rows, ${Math.min(percent, 100)} %`;
}
