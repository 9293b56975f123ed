import type { FastifyRequest } from 'fastify';
import type { PortalApi } from '../access/index.ts';
import { listDatasets, type StoreDeps } from './catalogueStore.ts';

interface LogoDeps extends StoreDeps {
  readonly gate: Pick<PortalApi['gate'], 'whoIs'>;
}

/** Belongs to no account. */
const nobody = 0;

/**
 * Finds the addresses of the logos that a page may come to show: of the datasets that are listed and, where its caller is
 * signed in, of those that are open to the caller. Nobody else learns of an unlisted dataset by its logo.
 */
export const createFindLogos =
  ({ gate, ...deps }: LogoDeps) =>
  async (request: FastifyRequest): Promise<readonly string[]> => {
    const account = await gate.whoIs(request, 'none').catch(() => null);
    const datasets = await listDatasets(deps, account?.id ?? nobody);
    return datasets.flatMap(({ settings: { logo }, isListed, isMember }) =>
      logo !== undefined && (isListed || (account !== null && isMember)) ? [logo] : [],
    );
  };
