export const versionOption = {
  version: {
    kind: 'count',
    value: 'N',
    says: 'As this version was, instead of as it stands',
    example: '--version 2',
  },
} as const;
