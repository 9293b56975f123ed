import { health } from '../wire/adminHealth.ts';
import { adminAccounts, adminMemberships } from './adminAccounts.ts';
import { adminData } from './adminData.ts';
import { adminGroups } from './adminGroups.ts';
import { adminNews } from './adminNews.ts';
import { adminQuestions } from './adminQuestions.ts';
import { adminReports } from './adminReports.ts';
import { adminSupport } from './adminSupport.ts';
import { adminUsage } from './adminUsage.ts';
import { administration } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { staffRead } from './staff.ts';

const adminHealth = {
  look: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/health',
    summary: 'The state of each part of the portal, and what to do about problems',
    reply: health,
  }),
};

/** The calls of the staff rooms, room by room; a new room is one line here. */
export const adminEndpoints = {
  accounts: adminAccounts,
  memberships: adminMemberships,
  data: adminData,
  groups: adminGroups,
  health: adminHealth,
  questions: adminQuestions,
  reports: adminReports,
  usage: adminUsage,
  news: adminNews,
  support: adminSupport,
};
