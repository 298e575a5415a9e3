import type { z } from 'zod';
import { chatCommands } from './channels/chat/commands.ts';
import { resourceWatchCommands } from './channels/resource-watch/commands.ts';
import { rootCommands, rootNotifications } from './channels/root/commands.ts';
import { sessionCommands } from './channels/session/commands.ts';
import { connectionCommands } from './connection/commands.ts';
import { resourceCommands } from './resources/commands.ts';

/** Every request of the canonical model, by method. */
export const commandTable = {
  ...connectionCommands,
  ...rootCommands,
  ...sessionCommands,
  ...chatCommands,
  ...resourceWatchCommands,
  ...resourceCommands,
};

export type CommandName = keyof typeof commandTable;
export type Params<Name extends CommandName> = z.infer<(typeof commandTable)[Name]['params']>;
export type Result<Name extends CommandName> = z.infer<(typeof commandTable)[Name]['result']>;

/** What a host may ask of a client. */
export const hostToClientCommands = [
  ...(Object.keys(resourceCommands) as (keyof typeof resourceCommands)[]),
  'createResourceWatch',
] as const;

/** What a host says without being asked, besides `action`. Never replayed. */
export const notificationTable = rootNotifications;
export type NotificationName = keyof typeof notificationTable;
export type NotificationParams<Name extends NotificationName> = z.infer<
  (typeof notificationTable)[Name]['params']
>;

export function isCommand(method: string): method is CommandName {
  return Object.hasOwn(commandTable, method);
}
