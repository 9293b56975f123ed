import { health } from '../wire/adminHealth.ts';
import { defineEndpoint } from './endpoint.ts';
import { staffRead } from './staff.ts';

export const adminHealth = {
  look: defineEndpoint({
    ...staffRead,
    path: '/{app}/api/admin/health',
    summary: 'How the parts of the portal are, and what to do about those that are not well',
    reply: health,
  }),
};
