import { PortalError } from '@atrium/contract/errors/errorCode';
import { z } from 'zod';
import { type Command, parseWords, UsageError } from './command.ts';

export const mailTestCommand: Command = {
  name: 'mail test',
  summary: 'Send a mail now, and say what the mail server answers',
  help: `Usage: atrium mail test [ADDRESS]

Sends one mail to ADDRESS, by default to those who get alerts, with the settings of mail as
this command finds them: run it with the environment of the portal. It says what the mail
server answers, and fails with the reason where the mail is not taken.

  --help   print this`,
  run: async (args, { terminal, loadConfig }) => {
    const { positionals } = parseWords([...args], {});
    const [address, surplus] = positionals;
    if (surplus !== undefined) throw new UsageError(`"${surplus}" is one argument too many.`);
    if (address !== undefined && !z.email().safeParse(address).success)
      throw new UsageError(`"${address}" is no e-mail address.`);
    const { mail } = loadConfig();
    if (mail === null)
      throw new PortalError('not_ready', 'No mail is set up: give ATRIUM_MAIL_URL and ATRIUM_MAIL_FROM.');
    const to = address === undefined ? mail.to : [address];
    if (to.length === 0)
      throw new UsageError('Nobody gets alerts (ATRIUM_ALERT_TO): give the ADDRESS to send to.');
    const { sendOnce } = await import('../mail/index.ts');
    const { hostname } = await import('node:os');
    const { host } = new URL(mail.url);
    try {
      const answer = await sendOnce(mail, {
        to,
        subject: 'Atrium: a mail to try',
        text: `Atrium on ${hostname()} can send mail. Nothing has to be done.\n`,
      });
      terminal.print(`${host} took a mail from ${mail.from} to ${to.join(', ')}: ${answer}`);
      return 0;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new PortalError('unavailable', `${host} did not take the mail: ${reason}`, { cause });
    }
  },
};
