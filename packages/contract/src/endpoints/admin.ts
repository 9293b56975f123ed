import { adminAccounts } from './adminAccounts.ts';
import { adminGroups } from './adminGroups.ts';
import { adminNews } from './adminNews.ts';
import { adminReports } from './adminReports.ts';
import { adminSupport } from './adminSupport.ts';

/** The calls of the staff rooms, room by room; a new room is one line here. */
export const admin = {
  accounts: adminAccounts,
  groups: adminGroups,
  reports: adminReports,
  news: adminNews,
  support: adminSupport,
};
