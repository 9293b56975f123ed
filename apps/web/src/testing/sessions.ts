import type { SessionTimes } from '@atrium/contract/wire/access';
import type { ApiToken } from '@atrium/contract/wire/apiToken';
import type { AuditLine } from '@atrium/contract/wire/audit';
import type { Session } from '@atrium/contract/wire/session';

export const aSessionLife = (given: Partial<SessionTimes> = {}): SessionTimes => ({
  expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
  secondsLeft: 1800,
  warningSeconds: 120,
  idleSeconds: 3600,
  isFinal: false,
  hasPassword: true,
  ...given,
});

export const aSession = (given: Partial<Session> = {}): Session => ({
  id: 1,
  createdAt: '2026-09-14T08:00:00Z',
  lastSeenAt: '2026-09-14T08:20:00Z',
  expiresAt: '2026-09-14T08:50:00Z',
  agent: 'Firefox on Linux',
  address: '192.0.2.7',
  provider: null,
  current: false,
  ...given,
});

export const aToken = (given: Partial<ApiToken> = {}): ApiToken => ({
  id: 1,
  name: 'laptop, R',
  scopes: ['read'],
  createdAt: '2026-09-14T08:00:00Z',
  expiresAt: '2026-12-13T08:00:00Z',
  lastUsedAt: null,
  isExpired: false,
  ...given,
});

export const aLine = (given: Partial<AuditLine> = {}): AuditLine => ({
  id: 1,
  at: '2026-09-14T08:00:00Z',
  accountId: 1,
  username: 'mreyes',
  operator: null,
  datasetId: null,
  dataset: null,
  action: 'sign_in',
  detail: {},
  previousHash: '0'.repeat(64),
  hash: '1'.repeat(64),
  ...given,
});
