/** Every sentence of the list of sessions. */
export const sessionsWords = {
  title: 'Sessions',
  detail:
    'Where you are signed in. End what you do not know, and change your password if you think that somebody else has it.',
  current: 'This session',
  unknownAgent: 'Unknown browser',
  since: (begun: string, seen: string) => `Signed in ${begun} · last seen ${seen}`,
  from: (address: string) => `from ${address}`,
  through: (provider: string) => `through ${provider}`,
  end: 'Sign out',
  endName: (agent: string, begun: string) => `Sign out ${agent}, signed in ${begun}`,
  ended: 'The session has ended',
  endFailed: 'The session could not be ended',
  everywhere: 'Sign out everywhere',
  everywhereTitle: 'Sign out everywhere?',
  everywhereDetail: (count: number) =>
    `${count === 1 ? 'This session ends' : `All ${count} sessions end, this one too`}, and you come to the front door.`,
  tokens: 'Revoke my tokens for programs too',
  tokensDetail:
    'Do this if somebody else may have been in your account. Without it, programs that use a token go on reading data in your name.',
  cancel: 'Stay signed in',
  failed: 'Your sessions could not be loaded',
} as const;
