import './windows.css';
import { useCallback, useMemo } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { lookUpTypes } from '../ui/type-lookup.ts';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { useHost } from '../host/host-context.tsx';
import { useReadable, useWorkspace } from '../host/use-channel.ts';
import {
  closeAllWindows,
  closeWindow,
  minimizeAllWindows,
  raiseWindow,
  setWindowState,
} from '../arrangement/arrange.ts';
import { attendTo, attention } from '../arrangement/attention.ts';
import { deskRoom } from '../arrangement/desk-room.ts';
import { useWindows } from '../arrangement/desk-windows.ts';
import { frontOf, nextOf, stacked } from '../arrangement/stack.ts';
import { pointing } from '../ui/pointed-at.ts';
import { attempt } from '../ui/toast-queue.ts';
import { useAddress } from './use-address.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useViewFocus } from './use-view-focus.ts';
import { WindowFrame } from './window-frame.tsx';
import { closeKeys, windowKeys } from './window-keys.ts';

/** The windows of a workspace's desk, and what they show. */
export function ShownWindows({ workspace }: { readonly workspace: string }) {
  const host = useHost();
  const state = useWorkspace(workspace)?.state;
  const room = useReadable(deskRoom);
  const isNarrow = useIsNarrow();
  const { window: wanted } = useReadable(attention);
  const windows = useWindows(workspace);
  const types = state?.types;
  const lookUp = useMemo(() => lookUpTypes(types ?? []), [types]);
  const ranks = useMemo(() => new Map(stacked(windows).map(({ id }, rank) => [id, rank])), [windows]);
  const isShown = room !== undefined && windows.length > 0;
  const raise = useCallback(
    (id: string) => {
      raiseWindow(host, workspace, id);
      pointing.touchWindow(id);
    },
    [host, workspace],
  );
  useViewFocus(isShown, raise);
  useWindowCommands(workspace, isShown);
  const front = frontOf(windows);
  // If there is room for one only, it is the last requested one.
  const seen = windows.filter(({ id, state: at }) => (isNarrow ? id === wanted : at !== 'minimised'));
  useFocusReturn(
    seen.map(({ id }) => id),
    isNarrow ? undefined : front?.id,
  );
  useAddress(workspace, isNarrow ? seen[0] : front);
  if (room === undefined) return null;
  // In the order of the state, so that raising one never moves another in the document.
  return (
    <>
      {seen.map((window) => (
        <WindowFrame
          key={window.id}
          workspace={workspace}
          window={window}
          rank={ranks.get(window.id) ?? 0}
          isFront={isNarrow || window.id === front?.id}
          room={room}
          isNarrow={isNarrow}
          lookUp={lookUp}
        />
      ))}
    </>
  );
}

function useWindowCommands(workspace: string, isShown: boolean): void {
  const host = useHost();
  const windows = useWindows(workspace);
  const front = frontOf(windows);
  const group = 'Windows';
  const go = (direction: 'forward' | 'back') => (): void => {
    const next = nextOf(windows, direction);
    if (!next) return;
    raiseWindow(host, workspace, next.id);
    attendTo(next.id);
  };
  const to = (state: 'left' | 'right' | 'maximised' | 'minimised' | 'normal') => (): void => {
    if (front) setWindowState(host, workspace, front.id, state);
  };
  useCommands(
    !isShown
      ? []
      : [
          { id: 'window.next', title: 'Next window', group, keys: 'Mod+.', run: go('forward') },
          { id: 'window.previous', title: 'Previous window', group, keys: 'Mod+Shift+.', run: go('back') },
          ...(front === undefined
            ? []
            : [
                {
                  id: 'window.close',
                  title: 'Close the window',
                  group,
                  keys: closeKeys,
                  run: () => closeWindow(host, workspace, front.id),
                },
                ...(front.state === undefined || front.state === 'normal'
                  ? []
                  : [{ id: 'window.restore', title: 'Restore the window', group, run: to('normal') }]),
                ...(front.state === 'maximised'
                  ? []
                  : [{ id: 'window.maximize', title: 'Maximize the window', group, run: to('maximised') }]),
                { id: 'window.minimize', title: 'Minimize the window', group, run: to('minimised') },
                { id: 'window.left', title: 'Window to the left half', group, run: to('left') },
                { id: 'window.right', title: 'Window to the right half', group, run: to('right') },
                {
                  id: 'window.minimizeAll',
                  title: 'Show the desk: minimize all windows',
                  group,
                  run: () => minimizeAllWindows(host, workspace),
                },
              ]),
          ...windowKeys,
          {
            id: 'window.closeAll',
            title: 'Close all windows',
            group,
            run: () => attempt(closeAllWindows(host, workspace)),
          },
        ],
  );
}
