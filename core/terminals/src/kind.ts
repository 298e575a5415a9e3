import type { ChannelKind } from '@loggia/kernel';
import { reduceTerminal, type TerminalAction, type TerminalState } from '@loggia/protocol';

/** Busy means that a process runs: one that is busy when the host starts has ended with the last host. */
export const terminalKind: ChannelKind<TerminalState, TerminalAction> = {
  name: 'terminal',
  // Keys and their echoes can't wait for the disk.
  isToldAhead: ({ type }) => type === 'terminal/data',
  reduce: reduceTerminal,
  describe: ({ lifecycle, title }) => ({ busy: lifecycle.status === 'running', modifiedAt: '', title }),
};
