import fc from 'fast-check';

/** Every property begins from the seed of the run, which vitest.config.ts fixes; ATRIUM_TEST_SEED is another. */
fc.configureGlobal({ seed: Number(process.env['ATRIUM_TEST_SEED']) });
