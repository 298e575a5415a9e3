import { globalEnvironment } from '@loggia/client';
import { workspaceUri, type WindowTarget } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { currentRoute, navigate } from '../navigation/use-route.ts';
import { complain } from '../ui/toasts.tsx';
import { putWindow, raiseWindow, windowsOn } from './arrange.ts';
import { attendTo } from './attention.ts';
import { deskRoom } from './desk-room.ts';
import { placeForNew } from './geometry.ts';
import { isSameTarget, orderInFront } from './stack.ts';

/** Where no desk was on screen yet to be measured. */
const usualRoom = { width: 1000, height: 760 };

/** Brings what is to be seen to the front of a workspace's desk: the window that shows it, or a new one. */
export function openWindow(host: ShellHost, workspace: string, target: WindowTarget, title?: string): void {
  open(host, workspace, target, title).catch((error: unknown) => complain(error));
}

async function open(
  host: ShellHost,
  workspace: string,
  target: WindowTarget,
  title: string | undefined,
): Promise<void> {
  const uri = workspaceUri(workspace);
  const release = host.channels.hold(uri);
  try {
    await host.channels.view(uri).ready;
    const route = currentRoute();
    if (route.page !== 'desk' || route.workspace !== workspace) navigate({ page: 'desk', workspace });
    const windows = windowsOn(host, workspace);
    const known = windows.find((window) => isSameTarget(window.target, target));
    if (known) {
      raiseWindow(host, workspace, known.id);
      attendTo(known.id);
      return;
    }
    const id = globalEnvironment.newId();
    putWindow(host, workspace, {
      id,
      target,
      ...(title !== undefined && { title: title.slice(0, 500) }),
      ...placeForNew(windows, deskRoom.getSnapshot() ?? usualRoom),
      order: orderInFront(windows),
    });
    attendTo(id);
  } finally {
    release();
  }
}
