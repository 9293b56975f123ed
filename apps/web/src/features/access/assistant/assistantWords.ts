import { assistantHours } from '@atrium/contract/wire/assistant';

/** Every sentence about assistants. The terms change together with `assistantTerms` of the contract. */
export const assistantWords = {
  title: 'Programs that you talk to',
  detail:
    'An assistant, such as a chat program, may ask this portal in your name. It looks up concepts, asks for counts and cross-tabs, and proposes filters. It never gets rows or files, and it changes nothing: you apply or refuse what it proposes.',
  termsTitle: 'Before you allow one',
  terms: [
    'What the program reads leaves this portal. A public service may keep it, and may train its models with it.',
    'Controlled-access data must not be given to public models, not even in part or as an example. Never paste rows, files or ids of subjects into such a program.',
    'Only what your data use agreement allows: if it does not let you show figures to this program, or if you do not know, do not allow it. Your institution can tell you.',
    'It gets figures only. Small numbers are hidden from it as they are from you, and what it asks counts for your limits.',
    'You answer for what it asks in your name. Each of its questions is in your activity, with the number of the assistant.',
  ],
  consent:
    'I have read this. My data use agreements let me show figures to this program, and I will give it no controlled-access data.',
  name: 'Name of the program',
  nameDetail: 'As you call it, such as "chat on my laptop".',
  missingName: 'Give the program a name',
  longName: 'At most 100 characters',
  missingConsent: 'Tick this to allow the program',
  allow: 'Allow for this session',
  ends: `It ends when you sign out or your session ends, and after ${assistantHours} hours at the latest.`,
  address: 'Address',
  list: 'Allowed now',
  none: 'No program is allowed now.',
  lastUsed: 'Last used',
  never: 'Never',
  endsAt: 'Ends at the latest',
  end: 'End',
  endName: (name: string) => `End ${name}`,
  ended: 'The program is not allowed any more',
  failed: 'Your programs could not be loaded',
  copy: 'Copy the address',
  copied: 'Copied',
} as const;
