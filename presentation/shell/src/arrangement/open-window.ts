import { globalEnvironment } from '@loggia/client';
import { workspaceUri, type DeskWindow, type WindowTarget } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { currentRoute, navigate } from '../navigation/use-route.ts';
import { complain } from '../ui/toast-queue.ts';
import { changeWindow, putWindow, raiseWindow, windowsOn } from './arrange.ts';
import { attendTo } from './attention.ts';
import { deskRoom } from './desk-room.ts';
import { placeForNew } from './geometry.ts';
import { isSameTarget, orderInFront, windowToReuse, type ArtifactTarget } from './stack.ts';

/** Where no desk was on screen yet to be measured. */
const usualRoom = { width: 1000, height: 760 };

/** Brings the window that shows the target to the front of the workspace's desk, or opens a new one. */
export function openWindow(host: ShellHost, workspace: string, target: WindowTarget, title?: string): void {
  open(host, workspace, target, title, (windows) =>
    windows.find((window) => isSameTarget(window.target, target)),
  ).catch((error: unknown) => complain(error));
}

/** Shows an artifact with the viewer that the target names: in a window that shows it already, or in a new one. */
export function openWith(
  host: ShellHost,
  workspace: string,
  target: ArtifactTarget,
  { title, window }: { readonly title: string; readonly window?: string | undefined },
): void {
  open(host, workspace, target, title, (windows) => windowToReuse(windows, target, window)).catch(
    (error: unknown) => complain(error),
  );
}

async function open(
  host: ShellHost,
  workspace: string,
  target: WindowTarget,
  title: string | undefined,
  reuse: (windows: readonly DeskWindow[]) => DeskWindow | undefined,
): Promise<void> {
  const uri = workspaceUri(workspace);
  const release = host.channels.hold(uri);
  try {
    await host.channels.view(uri).ready;
    const route = currentRoute();
    if (route.page !== 'desk' || route.workspace !== workspace) navigate({ page: 'desk', workspace });
    const windows = windowsOn(host, workspace);
    const known = reuse(windows);
    if (known) {
      if (!isSameTarget(known.target, target))
        changeWindow(host, workspace, known.id, (before) => ({ ...before, target }));
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
