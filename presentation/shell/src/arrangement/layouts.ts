import { globalEnvironment } from '@loggia/client';
import {
  workspaceUri,
  type DeskAction,
  type DeskLayout,
  type StateAction,
  type WorkspaceState,
} from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { attempt, tell } from '../ui/toast-queue.ts';
import { closeWindows, windowsOn } from './arrange.ts';
import { deskWindowsOf } from './desk-windows.ts';
import { isSameTarget } from './stack.ts';

/** Rejects with the host's reason where it refuses. */
async function dispatch(host: ShellHost, workspace: string, action: DeskAction): Promise<void> {
  await host.client.dispatch(workspaceUri(workspace), action as unknown as StateAction).settled;
}

function layoutsOf(host: ShellHost, workspace: string): readonly DeskLayout[] {
  return host.channels.view<WorkspaceState>(workspaceUri(workspace)).state?.layouts ?? [];
}

/** Saves the windows as they stand, for everybody on the desk. One of the same name is replaced. */
export async function saveLayout(host: ShellHost, workspace: string, title: string): Promise<void> {
  const known = layoutsOf(host, workspace).find((layout) => layout.title === title);
  const layout: DeskLayout = {
    id: known?.id ?? globalEnvironment.newId(),
    title,
    savedAt: new Date().toISOString(),
    windows: [...windowsOn(host, workspace)],
  };
  await dispatch(host, workspace, { type: 'x-loggia/layoutSet', layout });
  tell(`Window layout “${title}” saved.`);
}

/** Arranges the windows of this browser as they were saved. Those whose words can't be saved stay. */
export async function applyLayout(host: ShellHost, workspace: string, layout: DeskLayout): Promise<void> {
  const store = deskWindowsOf(host).of(workspace);
  const before = store.getSnapshot();
  const isKept = ({ id, target }: DeskLayout['windows'][number]): boolean =>
    layout.windows.some((saved) => saved.id === id && isSameTarget(saved.target, target));
  await closeWindows(
    host,
    workspace,
    before.filter((window) => !isKept(window)).map(({ id }) => id),
  );
  const unsaved = store.getSnapshot().filter((window) => !isKept(window));
  const others = layout.windows.filter(({ id }) => unsaved.every((window) => window.id !== id));
  store.replace([...others, ...unsaved]);
  tell(`Window layout “${layout.title}” applied.`, { undo: () => store.replace(before) });
}

export async function removeLayout(host: ShellHost, workspace: string, layout: DeskLayout): Promise<void> {
  await dispatch(host, workspace, { type: 'x-loggia/layoutRemoved', id: layout.id });
  tell(`Window layout “${layout.title}” deleted.`, {
    undo: () => attempt(dispatch(host, workspace, { type: 'x-loggia/layoutSet', layout })),
  });
}
