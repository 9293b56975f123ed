import * as React from 'react';

/**
 * In development React makes an error for each of the first 10,000 elements of a second, whose stack says who rendered
 * it. No test shows these stacks, and they take a fifth of the processor time.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });
