import { PortalError } from '@atrium/contract/errors/errorCode';
import { z } from 'zod';
import type { AsperaSettings } from '../../config/transferSettings.ts';
import type { FileRecord } from '../fileRecord.ts';

/** The description of one transfer for the client of the transfer service, as the service gives it. */
export type AsperaSpec = Readonly<Record<string, z.infer<ReturnType<typeof z.json>>>>;

/** The transfer service, asked through its Node API (rule 13.43). */
export interface Aspera {
  /** Why it cannot be used now, in a sentence; null where it can. Asked anew once a minute. */
  findProblem(): Promise<string | null>;
  /** Allows the download of exactly these files, each to the path of its receiver. */
  setUp(files: readonly AsperaFile[], cookie: string): Promise<AsperaSpec>;
  /** Source and destination of files, as the service knows them; refuses with conflict what it does not reach. */
  pairs(files: readonly AsperaFile[]): readonly (readonly [string, string])[];
}

export interface AsperaFile {
  readonly location: FileRecord['location'];
  readonly path: string;
}

const answered = z.object({
  transfer_specs: z
    .array(
      z.object({
        transfer_spec: z.record(z.string(), z.json()).optional(),
        error: z.object({ code: z.union([z.int(), z.string()]).optional() }).optional(),
      }),
    )
    .min(1),
});

const timeoutMs = 20_000;
const rememberedMs = 60_000;

export function createAspera(settings: AsperaSettings, clock: () => Date): Aspera {
  let last: { readonly at: number; readonly problem: string | null } | null = null;
  const pairs: Aspera['pairs'] = (files) =>
    files.map(({ location, path }) => {
      if (location.kind !== 'path' || !location.path.startsWith(settings.below))
        throw new PortalError(
          'conflict',
          `${path} is not reached by the transfer service. Please use HTTPS.`,
        );
      return [location.path.slice(settings.below.length), path];
    });
  return {
    pairs,
    findProblem: async () => {
      const now = clock().getTime();
      if (last === null || Math.abs(now - last.at) >= rememberedMs)
        last = { at: now, problem: await ping(settings) };
      return last.problem;
    },
    setUp: async (files, cookie) => {
      const paths = pairs(files).map(([source, destination]) => ({ source, destination }));
      try {
        return await askSetUp(settings, { paths, cookie });
      } catch (error) {
        if (error instanceof PortalError) last = { at: clock().getTime(), problem: error.message };
        throw error;
      }
    },
  };
}

const isAway = (cause: unknown): PortalError =>
  new PortalError('unavailable', 'The transfer service does not answer. Please use HTTPS.', { cause });
const refused = (cause: unknown): PortalError =>
  new PortalError('unavailable', 'The transfer service did not accept the transfer. Please use HTTPS.', {
    cause,
  });

async function ask({ nodeUrl, headers }: AsperaSettings, path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(`${nodeUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (cause) {
    throw isAway(cause);
  }
}

/** Whether the service answers, and knows the portal. */
async function ping(settings: AsperaSettings): Promise<string | null> {
  try {
    const answer = await ask(settings, '/info');
    await answer.body?.cancel();
    return answer.ok ? null : 'The transfer service does not accept the portal. Please use HTTPS.';
  } catch {
    return 'The transfer service does not answer. Please use HTTPS.';
  }
}

interface SetUp {
  readonly paths: readonly { readonly source: string; readonly destination: string }[];
  readonly cookie: string;
}

async function askSetUp(settings: AsperaSettings, { paths, cookie }: SetUp): Promise<AsperaSpec> {
  const request = {
    source_root: settings.sourceRoot,
    token_life_seconds: settings.tokenSeconds,
    create_dir: true,
    cookie,
    http_fallback: true,
    http_fallback_port: settings.fallbackPort,
    paths,
  };
  const answer = await ask(settings, '/files/download_setup', {
    transfer_requests: [{ transfer_request: request }],
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw refused(new Error(`download_setup answered ${answer.status}`));
  }
  const read = answered.safeParse(await answer.json().catch(() => undefined));
  const spec = read.data?.transfer_specs[0]?.transfer_spec;
  if (spec === undefined) throw refused(read.error ?? new Error('download_setup answered an error'));
  return spec;
}
