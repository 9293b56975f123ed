import { z } from 'zod';
import type { MailSettings } from '../mail/index.ts';
import { ConfigError, type GivenSettings } from './settingsFile.ts';

const server = z.url({ protocol: /^smtps?$/ });
const addresses = z.array(z.email()).min(1);

/**
 * Reads how mail is sent, and to whom alerts go; null where the site sends none. Without receivers of alerts a sender
 * must be named, and only people get mail. Throws ConfigError, which never repeats the
 * address of the server, since it may hold a password.
 */
export function parseMail(given: GivenSettings): MailSettings | null {
  const url = given('ATRIUM_MAIL_URL');
  const receivers = given('ATRIUM_ALERT_TO');
  const sender = given('ATRIUM_MAIL_FROM');
  if (url === undefined && receivers === undefined && sender === undefined) return null;
  const isForPeopleOnly = receivers === undefined && sender !== undefined;
  const to = isForPeopleOnly
    ? ({ success: true, data: [] } as const)
    : addresses.safeParse(receivers?.split(',').map((one) => one.trim()));
  const from = z.email().safeParse(sender ?? to.data?.[0]);
  if (!server.safeParse(url).success || url === undefined)
    throw new ConfigError('ATRIUM_MAIL_URL must be an address like smtp://user:password@host:587.');
  if (!to.success) throw new ConfigError('ATRIUM_ALERT_TO must be e-mail addresses, separated by commas.');
  if (!from.success) throw new ConfigError('ATRIUM_MAIL_FROM must be an e-mail address.');
  return { url, to: [...to.data], from: from.data };
}
