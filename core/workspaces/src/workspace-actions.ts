import type { Channel, Kernel, Origin } from '@loggia/kernel';
import {
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

/** What clients want of a workspace's servers is said with the actions of sessions. */
const serverActions = [
  'session/customizationToggled',
  'session/mcpServerStartRequested',
  'session/mcpServerStopRequested',
  'session/mcpServerBackgroundRequested',
] as const satisfies readonly SessionAction['type'][];

type ServerAction = Extract<SessionAction, { type: (typeof serverActions)[number] }>;

/** What clients do to a workspace: they arrange its desk and switch its servers. */
export class WorkspaceActions {
  readonly #ports: WorkspaceActionPorts;

  constructor(ports: WorkspaceActionPorts) {
    this.#ports = ports;
  }

  /** Throws `ActionRefused` for what the client may not do. */
  dispatch(channel: Channel<WorkspaceState>, action: StateAction | DeskAction, origin: Origin): void {
    if (isOfDesk(action)) this.#arrange(channel, action, origin);
    else if (isOfServers(action)) this.#switch(channel, action, origin);
    else throw new ActionRefused(`The action ${action.type} does not belong to a workspace.`);
  }

  #arrange(channel: Channel<WorkspaceState>, action: DeskAction, origin: Origin): void {
    const { windows = [] } = channel.state;
    if (action.type === 'x-loggia/windowSet' && windows.length >= mostWindows) {
      const isNew = windows.every(({ id }) => id !== action.window.id);
      if (isNew) throw new ActionRefused(`A desk holds ${mostWindows} windows. Close one to open another.`);
    }
    this.#ports.kernel.append(channel, action, origin);
  }

  #switch(channel: Channel<WorkspaceState>, action: ServerAction, origin: Origin): void {
    const { kernel, equipment } = this.#ports;
    const refusal = equipment.refuse(channel.uri, asSession(channel.state), action);
    if (refusal !== undefined) throw new ActionRefused(refusal);
    kernel.append(channel, action, origin);
    equipment.followed(channel.uri, action, origin.clientId);
  }
}

function isOfDesk(action: StateAction | DeskAction): action is DeskAction {
  return action.type === 'x-loggia/windowSet' || action.type === 'x-loggia/windowRemoved';
}

function isOfServers(action: StateAction): action is ServerAction {
  return (serverActions as readonly string[]).includes(action.type);
}
