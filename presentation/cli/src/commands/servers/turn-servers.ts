import { turnCommands } from '../turn.ts';
import { findServer } from '../visit.ts';

export const [enableServer, disableServer] = turnCommands({
  group: 'servers',
  one: 'server',
  example: 'files',
  find: findServer,
});
