/**
 * The addresses that the server answers while Vite serves the page: all calls, also below the segment of an
 * installation (rule 9.19), which is any word but a folder of the sources.
 */
export const serverAddresses = [
  '^/(?:api|ga4gh)/',
  '^/(?:healthz|readyz|manifest\\.webmanifest)$',
  '^/(?!src/|node_modules/|@)[^/]+/(?:api|core|importedfiles)/',
];
