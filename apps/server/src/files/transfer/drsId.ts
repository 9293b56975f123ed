import { PortalError } from '@atrium/contract/errors/errorCode';

/** What an id of DRS names: one content of one file of a dataset. */
export interface DrsName {
  readonly dataset: string;
  readonly fileId: string;
  readonly tag: string;
}

/**
 * The id under which DRS knows a file. It holds what it names, so that it stays the same over releases; another content
 * of the file has another id, as objects of DRS never change. It opens nothing by itself (rule 13.42).
 */
export const drsId = ({ dataset, fileId, tag }: DrsName): string =>
  [dataset, Buffer.from(fileId).toString('base64url'), tag].join('.');

/** Refuses with not_found what is no such id. */
export function parseDrsId(id: string): DrsName {
  const [dataset = '', encoded = '', tag = '', ...rest] = id.split('.');
  const fileId = Buffer.from(encoded, 'base64url').toString('utf8');
  const name = { dataset, fileId, tag };
  if (rest.length > 0 || fileId === '' || !/^[\w-]{1,63}$/.test(dataset) || drsId(name) !== id)
    throw new PortalError('not_found', 'There is no such object.');
  return name;
}

/** The `drs://` address of an id on the host of the portal. */
export const drsUri = (origin: string, id: string): string => `drs://${new URL(origin).host}/${id}`;
