import { type PublicRecord, publicRecord } from '@atrium/contract/documents/publicRecord';
import type { DataDetail } from '@atrium/contract/wire/adminData';

const key = 'publicRecord';

/** The public record that is in force. */
export const recordOf = ({ settings }: Pick<DataDetail, 'settings'>): PublicRecord | undefined =>
  publicRecord.safeParse(settings[key]).data;

/** The one that the package proposes, and nobody has confirmed. */
export const proposedRecordOf = ({ waiting }: Pick<DataDetail, 'waiting'>): PublicRecord | undefined =>
  publicRecord.safeParse(waiting.find((one) => one.key === key)?.proposed).data;

export const publicPageOf = (dataset: string): string => `/api/v2/catalogue/${dataset}`;
