import type { ChannelIdentity } from '@loggia/kernel';
import type { TerminalState } from '@loggia/protocol';
import type { Terminals } from '@loggia/terminals';
import type { ChannelRow } from './channel-table.ts';

export interface TerminalChannels {
  readonly terminal: ChannelRow<TerminalState>;
}

const itsSession = ({ uri, parent }: ChannelIdentity) => ({ channels: [parent ?? uri] });

/**
 * Watching takes what it takes to read the session. Typing takes the highest grant, because it runs programs as the
 * user of the host: no key that is lent to an agent, a View or a handler reaches that.
 */
export function terminalChannels(terminals: Pick<Terminals, 'dispatch'>): TerminalChannels {
  return {
    terminal: {
      watch: { grant: 'read', subject: itsSession },
      act: { grant: 'admin', subject: itsSession },
      isUnlogged: ({ type }) => type === 'terminal/input',
      dispatch: (terminal, action, origin) => terminals.dispatch(terminal, action, origin),
    },
  };
}
