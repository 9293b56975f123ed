export const tabWords = {
  moved: 'Changed in another tab or device. You see the newest state.',
  dismiss: 'Dismiss this notice',
} as const;
