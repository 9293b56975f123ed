import { formatCount } from '../../lib/formatNumber.ts';

/** Every sentence of the page about the interface for programs. */
export const words = {
  title: 'Interface for programs',
  detail:
    'Everything that the portal shows can be asked for by a program. This page lists every call, as this portal describes it.',
  begin: 'How to begin',
  steps: [
    'Make a token in your account, under API tokens. Choose only the scopes that the program needs.',
    'Send it with each request in the header Authorization: Bearer, and ask for JSON.',
    'Success is always 200. A refusal has a status of 400 or more, a code for programs and a sentence for people.',
  ],
  account: 'Go to your tokens',
  document: 'The same as an OpenAPI document',
  example: 'the example',
  copy: 'Copy',
  copied: 'Copied',
  search: 'Search the calls',
  found: (count: number) => (count === 1 ? '1 call' : `${formatCount(count)} calls`),
  none: 'No call has these words',
  noneDetail: 'Addresses and summaries are searched.',
  loading: 'Loading the calls',
  failed: 'The description could not be loaded',
  needs: 'Who may call',
  token: 'Scope of a token',
  noToken: 'no token is taken',
  parameters: 'Parameters',
  body: 'Body',
  reply: 'Reply',
  field: 'Field',
  type: 'Type',
  required: 'required',
  fieldsOf: (part: string, call: string) => `${part} of ${call}`,
} as const;

const permissions: Readonly<Record<string, string>> = {
  anyone: 'anyone',
  signedIn: 'who is signed in',
  session: 'who is signed in, in a browser',
  staff: 'staff',
  agreement: 'members, before they accept the agreement too',
  member: 'members of the dataset',
  subjects: 'members who may see subjects',
  aggregates: 'members with the workspace',
  reports: 'members who may see subjects, with or without the workspace',
};

export const permissionText = (permission: string): string => permissions[permission] ?? permission;
