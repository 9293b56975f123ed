export { type Alert, type Alerts, createAlerts } from './alerts.ts';
export { invitation } from './invitation.ts';
export { createMailer, type MailSettings, sendOnce } from './mailer.ts';
export type { MailCause } from './mailLimits.ts';
export { type AddressedMail, type MailQueue, noMail, openMailQueue, type PersonalMail } from './mailQueue.ts';
export { reportShared } from './reportShared.ts';
export { sshKeyAdded, sshKeyForOperators, sshKeyRemoved } from './sshKeyChanged.ts';
