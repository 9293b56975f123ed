import path from 'node:path';
import { PortalError } from '@atrium/contract';
import { nameDatabase } from '../../database/index.ts';
import { type Installation, installationFile } from '../../home/index.ts';
import type { Comparison } from './compareReleases.ts';

/** What an operator chose. Passwords in it stay out of messages. */
export interface Chosen {
  readonly home: string;
  readonly databaseUrl: string | null;
  readonly warehouseUrl: string | null;
}

const embedded = 'embedded';

/** What a home remembers of its state database's address. */
export const addressOf = ({ databaseUrl }: Chosen): string =>
  databaseUrl === null ? embedded : nameDatabase(databaseUrl);

const refusal = (...sentences: readonly string[]): PortalError =>
  new PortalError('conflict', [...sentences, 'Nothing was changed.'].join(' '));

const elsewhere = 'or choose another home with ATRIUM_HOME.';

/** The home belongs to another state database than the one that was chosen, which may belong to no home yet. */
export function refuseOtherDatabase(
  chosen: Chosen,
  { stateDatabase: own }: Installation,
  isUnclaimed: boolean,
): PortalError {
  const { home, databaseUrl } = chosen;
  const owner = own === undefined ? 'another state database' : describe(own);
  const isLikeOwn = (databaseUrl === null) === (own === embedded);
  const earlier = `If the one at hand is an earlier copy of the right one, delete ${installationFile(home)} and try again.`;
  return refusal(
    `The home ${home} belongs to ${owner}, and ${databaseUrl === null ? 'DATABASE_URL is not set' : `DATABASE_URL names ${addressOf(chosen)}`}.`,
    `${remedy(chosen, own)}, ${elsewhere}`,
    ...(isUnclaimed && isLikeOwn ? [earlier] : []),
  );
}

const describe = (address: string): string =>
  address === embedded ? 'its embedded state database' : `the state database ${address}`;

function remedy(chosen: Chosen, own: string | undefined): string {
  if (own === addressOf(chosen))
    return own === embedded
      ? `Its folder ${path.join(chosen.home, 'state')} is missing or holds another one: put the right one back`
      : 'What is at that address now is another one: put the right one back';
  if (own === embedded) return 'Unset DATABASE_URL';
  return 'Set DATABASE_URL to the address of its own';
}

/** The warehouse at hand holds releases that are not those of the state database. */
export function refuseForeignReleases(chosen: Chosen, { found, foreign }: Comparison): PortalError {
  const { home, databaseUrl, warehouseUrl } = chosen;
  const where = warehouseUrl === null ? `The home ${home}` : `The warehouse ${nameDatabase(warehouseUrl)}`;
  const state =
    databaseUrl === null
      ? 'DATABASE_URL is not set: the embedded state database'
      : `the state database ${addressOf(chosen)}`;
  const releases = (foreign.length === 0 ? found : foreign).join(', ');
  return refusal(
    `${where} holds releases (${releases}), and ${state} does not know them as its own.`,
    'Set DATABASE_URL to the address of the state database that they belong to,',
    ...(warehouseUrl === null ? [] : ['ATRIUM_WAREHOUSE_URL to another warehouse,']),
    elsewhere,
    'If nobody needs them, take them out of the warehouse.',
  );
}

/** The state database belongs to a home that is not this one. */
export const refuseSecondHome = (chosen: Chosen, id: string): PortalError =>
  refusal(
    `The state database ${addressOf(chosen)} belongs to another home than ${chosen.home}.`,
    'Choose that home with ATRIUM_HOME, or another state database with DATABASE_URL.',
    `If that home is gone for good, write {"id":"${id}"} into ${installationFile(chosen.home)}, and this one takes its place.`,
  );

export const refuseOtherWarehouse = (warehouseUrl: string): PortalError =>
  refusal(
    `The warehouse ${nameDatabase(warehouseUrl)} belongs to another portal.`,
    'Set ATRIUM_WAREHOUSE_URL to a database of its own.',
    'If that portal is gone for good, drop the schema atrium_owner there.',
  );
