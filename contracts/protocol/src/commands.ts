import type { z } from 'zod';
import { changesetCommands } from './channels/changeset/commands.ts';
import { chatCommands } from './channels/chat/commands.ts';
import { otlpNotifications } from './channels/otlp/notifications.ts';
import { resourceWatchCommands } from './channels/resource-watch/commands.ts';
import { rootCommands, rootNotifications } from './channels/root/commands.ts';
import { sessionCommands } from './channels/session/commands.ts';
import { terminalCommands } from './channels/terminal/commands.ts';
import { connectionCommands } from './connection/commands.ts';
import { resourceCommands } from './resources/commands.ts';

/** Every request of the canonical model, by method. */
export const commandTable = {
  ...connectionCommands,
  ...rootCommands,
  ...sessionCommands,
  ...chatCommands,
  ...terminalCommands,
  ...changesetCommands,
  ...resourceWatchCommands,
  ...resourceCommands,
};

export type CommandName = keyof typeof commandTable;
export type Params<Name extends CommandName> = z.infer<(typeof commandTable)[Name]['params']>;
export type Result<Name extends CommandName> = z.infer<(typeof commandTable)[Name]['result']>;

/** Requests that a host may send to a client. */
export const hostToClientCommands = [
  ...(Object.keys(resourceCommands) as (keyof typeof resourceCommands)[]),
  'createResourceWatch',
] as const;

/** Unsolicited messages of a host, besides `action`. Never replayed. */
export const notificationTable = { ...rootNotifications, ...otlpNotifications };
export type NotificationName = keyof typeof notificationTable;
export type NotificationParams<Name extends NotificationName> = z.infer<
  (typeof notificationTable)[Name]['params']
>;

export function isCommand(method: string): method is CommandName {
  return Object.hasOwn(commandTable, method);
}
