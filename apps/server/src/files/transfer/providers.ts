import type { DownloadWay } from '@atrium/contract/wire/files';
import type { TransferWay } from '@atrium/contract/wire/transfer';
import type { Aspera } from './aspera.ts';

/** Hands files over by one or several ways. Several providers may be there at once (rule 13.30). */
export interface TransferProvider {
  readonly ways: readonly DownloadWay[];
  /** Why it cannot be used now, in a sentence; null where it can. */
  findProblem(): Promise<string | null>;
}

/** Built in: links, scripts, manifests and zips over HTTPS. */
const https: TransferProvider = {
  ways: ['browser', 'https', 'script', 'manifest', 'zip', 'drs'],
  findProblem: async () => null,
};

const noService = 'No transfer service is set up here, so files come over HTTPS.';

/** The providers of an installation, the preferred one first. */
export const providersOf = (aspera: Aspera | null): readonly TransferProvider[] => [
  { ways: ['aspera'], findProblem: async () => (aspera === null ? noService : aspera.findProblem()) },
  https,
];

/** All ways with what is wrong with them: those that can be used come first. */
export async function listWays(providers: readonly TransferProvider[]): Promise<TransferWay[]> {
  const listed = await Promise.all(
    providers.map(async ({ ways, findProblem }) => {
      const reason = await findProblem();
      return ways.map((way) => ({ way, isAvailable: reason === null, reason }));
    }),
  );
  const all = listed.flat();
  return [...all.filter(({ isAvailable }) => isAvailable), ...all.filter(({ isAvailable }) => !isAvailable)];
}
