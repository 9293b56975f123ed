import type { FastifyInstance } from 'fastify';

/** Hears of each answer. The route is the form of a path, as `/api/v2/:dataset/cohort_def`, never a path itself. */
export interface Meter {
  readonly answered: (answer: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  /** The returned function says that the download has ended. */
  readonly beginDownload: () => () => void;
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Tells a meter of all answers. Paths that are no call are one route, so that nobody outside makes up series. */
export function addMeter(server: FastifyInstance, { answered, beginDownload }: Meter): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isDownload === true) reply.raw.once('close', beginDownload());
  });
  server.addHook('onResponse', async (request, reply) => {
    answered({
      method: methods.has(request.method) ? request.method : 'other',
      route: request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched'),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}
