import { openInMemory, openOnServer, testServerUrl } from './testDatabase.ts';

const embedded = { engine: 'PGlite', open: openInMemory };
const onServer = (url: string) => ({ engine: 'PostgreSQL', open: () => openOnServer(url) });

/** The state databases on which a test must pass: the embedded one and, where a server is named, PostgreSQL. */
export const testDatabases = testServerUrl === null ? [embedded] : [embedded, onServer(testServerUrl)];
