export const versionOption = {
  version: {
    kind: 'count',
    value: 'N',
    says: 'This version instead of the current state',
    example: '--version 2',
  },
} as const;
