import type { TracedStatement } from '@atrium/warehouse';
import type { FastifyInstance } from 'fastify';

/** An answer that was sent, or broken off. */
export interface MeteredAnswer {
  readonly requestId: string;
  readonly method: string;
  /** The form of a path, as `/api/v2/:dataset/cohort_def`, never a path itself. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** Its statements on research data; empty if they are not traced. */
  readonly statements: readonly TracedStatement[];
}

/** Called after each answer. */
export interface Meter {
  readonly answered: (answer: MeteredAnswer) => void;
  /** The returned function says that the download has ended. */
  readonly beginDownload: () => () => void;
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Calls a meter after each answer. All paths that are no call count as one route, so that strangers cannot create
 * series.
 */
export function addMeter(server: FastifyInstance, { answered, beginDownload }: Meter): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isDownload === true) reply.raw.once('close', beginDownload());
  });
  server.addHook('onResponse', async (request, reply) => {
    answered({
      requestId: request.id,
      method: methods.has(request.method) ? request.method : 'other',
      route: request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched'),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
      statements: request.question?.trace?.statements ?? [],
    });
  });
}
