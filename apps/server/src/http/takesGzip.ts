import type { FastifyRequest } from 'fastify';

/** Whether the client of a request takes an answer that is packed with gzip. */
export const takesGzip = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /(^|,)\s*gzip\s*(;\s*q=(1|0?\.\d*[1-9])[\d.]*\s*)?(,|$)/i.test(String(headers['accept-encoding'] ?? ''));
