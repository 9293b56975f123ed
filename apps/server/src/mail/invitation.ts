import type { PersonalMail } from './mailQueue.ts';

interface Invitation {
  readonly key: string;
  readonly accountId: number;
  readonly username: string;
  readonly fullName: string;
  readonly siteTitle: string;
  /** The last day of the link, in words. */
  readonly until: string;
  readonly link: string;
  /** Whether the account had a password before. */
  readonly isReset: boolean;
}

/** The mail with a link to set a password (rule 15.6). */
export function invitation(given: Invitation): PersonalMail {
  const { key, accountId, username, fullName, siteTitle, until, link, isReset } = given;
  return {
    key,
    accountId,
    subject: isReset ? `Set a new password for ${siteTitle}` : `Your account at ${siteTitle}`,
    text: [
      fullName === '' ? 'Hello,' : `Dear ${fullName},`,
      '',
      isReset
        ? `you can set a new password for your account ${username} at ${siteTitle} here:`
        : `you have an account at ${siteTitle}. Your user name is ${username}. Choose your password here:`,
      '',
      link,
      '',
      `The link is good until ${until}, and can be used once. Give it to nobody.`,
      isReset ? 'Your present password stays good until you set a new one.' : '',
      'If you did not expect this mail, tell the staff of the portal.',
      '',
    ].join('\n'),
  };
}
