import type { FastifyRequest } from 'fastify';

/** The origin under which people reach the portal: the public address where one is named, else that of the request. */
export const originOf = (
  { publicUrl }: { readonly publicUrl: string | null },
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string => publicUrl ?? `${protocol}://${host}`;
