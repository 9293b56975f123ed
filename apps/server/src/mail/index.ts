export { type Alert, type Alerts, createAlerts } from './alerts.ts';
export { createMailer, type MailSettings } from './mailer.ts';
