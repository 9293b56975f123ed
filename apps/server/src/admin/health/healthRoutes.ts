import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { type HealthPart, type HealthPartName, healthParts } from '@atrium/contract/wire/adminHealth';
import type { PortalApi } from '../../access/index.ts';
import { route } from '../../http/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import {
  type Delay,
  type Found,
  ofBackup,
  ofDatabase,
  ofDisk,
  ofMail,
  ofMemory,
  ofPortal,
  ofProviders,
  ofQuestions,
  ofQueues,
  ofWarehouse,
  watchDelay,
} from './healthParts.ts';
import { ofIndexes } from './ofIndexes.ts';

type Look = (deps: AdminDeps, delay: Delay) => Promise<Found>;

const looks: Readonly<Record<HealthPartName, Look>> = {
  portal: ofPortal,
  database: ofDatabase,
  warehouse: ofWarehouse,
  indexes: ofIndexes,
  disk: ofDisk,
  backup: ofBackup,
  queues: ofQueues,
  mail: ofMail,
  providers: ofProviders,
  memory: ofMemory,
  questions: ofQuestions,
};

/** The room of health. A part that cannot be looked at is bad, and hides no other. */
export function registerHealthRoom(api: PortalApi, deps: AdminDeps): void {
  const delay = watchDelay();
  api.server.addHook('onClose', async () => delay.close());
  route(api, adminEndpoints.health.look, async ({ request }) => {
    const parts = await Promise.all(
      healthParts.map(async (part): Promise<HealthPart> => {
        try {
          return { part, ...(await looks[part](deps, delay)) };
        } catch (error) {
          request.log.warn({ err: error, part }, 'a part of the portal is not well');
          return { part, ...lost };
        }
      }),
    );
    return { at: deps.clock().toISOString(), parts };
  });
}

const lost: Found = {
  state: 'bad',
  sentence: 'It does not answer.',
  advice: 'The log of the portal says why, beside the words "a part of the portal is not well".',
  facts: [],
};
