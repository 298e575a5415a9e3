import type { Channel, Kernel, Origin } from '@loggia/kernel';
import {
  mostLayouts,
  mostWindows,
  type DeskAction,
  type SessionAction,
  type StateAction,
  type WorkspaceState,
} from '@loggia/protocol';
import { ActionRefused, type Equipment } from '@loggia/sessions/equipment';
import { asSession } from './workspaces-as-sessions.ts';

export interface WorkspaceActionPorts {
  readonly kernel: Pick<Kernel, 'append'>;
  readonly equipment: Pick<Equipment, 'refuse' | 'followed'>;
}

/** Session actions with which clients control a workspace's servers. */
const serverActions = [
  'session/customizationToggled',
  'session/mcpServerStartRequested',
  'session/mcpServerStopRequested',
  'session/mcpServerBackgroundRequested',
] as const satisfies readonly SessionAction['type'][];

/** Actions with which clients arrange the windows on a desk. */
const deskActions = [
  'x-loggia/windowSet',
  'x-loggia/windowRemoved',
  'x-loggia/layoutSet',
  'x-loggia/layoutRemoved',
] as const satisfies readonly DeskAction['type'][];

type ServerAction = Extract<SessionAction, { type: (typeof serverActions)[number] }>;

/** Handles clients' actions on a workspace: arranging its desk and controlling its servers. */
export class WorkspaceActions {
  readonly #ports: WorkspaceActionPorts;

  constructor(ports: WorkspaceActionPorts) {
    this.#ports = ports;
  }

  /** Throws `ActionRefused` if the client may not do this. */
  dispatch(channel: Channel<WorkspaceState>, action: StateAction | DeskAction, origin: Origin): void {
    if (isOfDesk(action)) this.#arrange(channel, action, origin);
    else if (isOfServers(action)) this.#switch(channel, action, origin);
    else throw new ActionRefused(`The action ${action.type} does not belong to a workspace.`);
  }

  #arrange(channel: Channel<WorkspaceState>, action: DeskAction, origin: Origin): void {
    const { windows = [], layouts = [] } = channel.state;
    if (action.type === 'x-loggia/windowSet' && windows.length >= mostWindows) {
      const isNew = windows.every(({ id }) => id !== action.window.id);
      if (isNew) throw new ActionRefused(`A desk holds ${mostWindows} windows. Close one to open another.`);
    }
    if (action.type === 'x-loggia/layoutSet' && layouts.length >= mostLayouts) {
      const isNew = layouts.every(({ id }) => id !== action.layout.id);
      if (isNew)
        throw new ActionRefused(
          `A workspace keeps ${mostLayouts} window layouts. Delete one to save another.`,
        );
    }
    this.#ports.kernel.append(channel, action, origin);
  }

  #switch(channel: Channel<WorkspaceState>, action: ServerAction, origin: Origin): void {
    const { kernel, equipment } = this.#ports;
    if (action.type === 'session/customizationToggled') assertNotForSession(channel.uri, action);
    const refusal = equipment.refuse(channel.uri, asSession(channel.uri, channel.state), action);
    if (refusal !== undefined) throw new ActionRefused(refusal);
    kernel.append(channel, action, origin);
    equipment.followed(channel.uri, action, origin.clientId);
  }
}

/** A decision for a workspace is one for all its sessions, and named so. */
function assertNotForSession(
  uri: string,
  { enablement }: Extract<ServerAction, { type: 'session/customizationToggled' }>,
): void {
  if (enablement.every(({ kind }) => kind !== 'session')) return;
  throw new ActionRefused(
    `A workspace takes no decision for a session. Send the kind "workspace" with the URI ${uri}.`,
  );
}

function isOfDesk(action: StateAction | DeskAction): action is DeskAction {
  return (deskActions as readonly string[]).includes(action.type);
}

function isOfServers(action: StateAction): action is ServerAction {
  return (serverActions as readonly string[]).includes(action.type);
}
