import { formatQuantity } from '@atrium/contract/calendar/numerals';

/** Every sentence of the room of health. */
export const words = {
  title: 'Health',
  detail: 'The state of each part of the portal, and what to do about problems.',
  failed: 'The portal could not be looked at',
  summary: (troubled: number) =>
    troubled === 0
      ? 'Everything is well.'
      : `${formatQuantity(troubled, 'part needs', 'parts need')} a look.`,
  at: (instant: string) => `As of ${instant}`,
  lookAgain: 'Look again',
  states: { good: 'Well', warning: 'Look at it', bad: 'Not well', unknown: 'Not known' },
  parts: {
    portal: 'Portal',
    database: 'State database',
    warehouse: 'Warehouse',
    indexes: 'Indexes of releases',
    disk: 'Disk',
    backup: 'Back-up',
    queues: 'Queues',
    mail: 'Mail',
    providers: 'Sign-in providers',
    memory: 'Memory and event loop',
    questions: 'Questions kept',
  },
} as const;
