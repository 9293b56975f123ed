import type { FastifyInstance } from 'fastify';

/** Answers may do nothing in a browser. The page is an exception: it has its own content policy. */
export const helmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  frameguard: { action: 'deny' as const },
  referrerPolicy: { policy: 'same-origin' as const },
  strictTransportSecurity: false,
};

const deniedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];
const permissions = deniedFeatures.map((feature) => `${feature}=()`).join(', ');

const year = 31_536_000;

interface TlsOnly {
  /** Whether a browser keeps to TLS for all names below that of the portal, too. */
  readonly coversSubdomains: boolean;
}

/** Adds what helmet does not: no feature of the device may be used, and a browser that came over TLS keeps to TLS. */
export function addSecurityHeaders(server: FastifyInstance, { coversSubdomains }: TlsOnly): void {
  const tlsOnly = `max-age=${year}${coversSubdomains ? '; includeSubDomains' : ''}`;
  server.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions);
    if (request.protocol === 'https') reply.header('strict-transport-security', tlsOnly);
  });
}
