import { commandTable } from '@loggia/protocol';
import type { Terminals } from '@loggia/terminals';
import { command, type CommandDefinition } from './table.ts';

const { createTerminal, disposeTerminal } = commandTable;

/** A terminal runs programs as the user of the host; hence the highest grant. Agents aren't offered either. */
export function terminalCommands(
  terminals: Pick<Terminals, 'create' | 'dispose'>,
): Record<string, CommandDefinition> {
  return {
    createTerminal: command({
      says: 'Opens a terminal in a folder of a session, under the URI that its channel names.',
      result: createTerminal.result,
      grant: 'admin',
      params: createTerminal.params,
      run: (params) => terminals.create(params),
    }),
    disposeTerminal: command({
      says: 'Ends the program of a terminal and removes the terminal with its output.',
      result: disposeTerminal.result,
      grant: 'admin',
      params: disposeTerminal.params,
      run: ({ channel }) => terminals.dispose(channel),
    }),
  };
}
