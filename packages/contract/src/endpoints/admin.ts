import { adminAccounts } from './adminAccounts.ts';
import { adminData } from './adminData.ts';
import { adminGroups } from './adminGroups.ts';
import { adminHealth } from './adminHealth.ts';
import { adminNews } from './adminNews.ts';
import { adminQuestions } from './adminQuestions.ts';
import { adminReports } from './adminReports.ts';
import { adminSupport } from './adminSupport.ts';
import { adminUsage } from './adminUsage.ts';

/** The calls of the staff rooms, room by room; a new room is one line here. */
export const admin = {
  accounts: adminAccounts,
  data: adminData,
  groups: adminGroups,
  health: adminHealth,
  questions: adminQuestions,
  reports: adminReports,
  news: adminNews,
  support: adminSupport,
  usage: adminUsage,
};
