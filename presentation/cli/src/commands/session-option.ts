/** For commands that may be about a session's servers instead of the host's own. */
export const sessionOption = {
  session: {
    kind: 'text',
    value: 'URI',
    says: 'The servers of this session instead of those of the host itself',
    example: '--session ahp-session:/1234',
  },
} as const;
