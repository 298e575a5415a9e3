import type { DeskWindow } from '@loggia/protocol';
import { useEffect, useEffectEvent, useRef } from 'react';
import { setWindowState, windowsOn } from '../arrangement/arrange.ts';
import { attendToDesk } from '../arrangement/attention.ts';
import { bringUp } from '../arrangement/open-window.ts';
import { frontOf, isSameTarget } from '../arrangement/stack.ts';
import { routeOfWindow, targetOfRoute } from '../arrangement/window-route.ts';
import { useHost } from '../host/host-context.tsx';
import { formatRoute, pageOf, parseRoute } from '../navigation/route.ts';
import { currentRoute, replaceRoute, useRoute, wentBack } from '../navigation/use-route.ts';
import { attempt } from '../ui/toast-queue.ts';

/**
 * Keeps the address and the current window in step: an address brings up its window, and another window that is brought
 * up corrects the address. Going back from a window to the desk minimizes it.
 */
export function useAddress(workspace: string, current: DeskWindow | undefined): void {
  const host = useHost();
  const route = useRoute();
  /** The address that has been followed last. While it is another one, windows don't correct it. */
  const followed = useRef<string>(undefined);
  const address = formatRoute(route);
  const shown = current && formatRoute(routeOfWindow(workspace, current.target));
  const corrected = useRef(shown);

  /** Out of sight, where it is at hand for the way forward. */
  const leave = (before: string): void => {
    const target = targetOfRoute(parseRoute(before));
    const left = target && windowsOn(host, workspace).find((one) => isSameTarget(one.target, target));
    if (!left) return;
    setWindowState(host, workspace, left.id, 'minimised');
    attendToDesk();
    const next = frontOf(windowsOn(host, workspace));
    corrected.current = next && formatRoute(routeOfWindow(workspace, next.target));
  };
  const follow = useEffectEvent((): void => {
    const before = followed.current;
    const target = targetOfRoute(route);
    if (pageOf(route) !== 'desk' || route.workspace !== workspace || address === before) return;
    if (target === undefined || (current && isSameTarget(current.target, target))) {
      followed.current = address;
      if (target === undefined && before !== undefined && wentBack()) leave(before);
      return;
    }
    attempt(
      bringUp(host, workspace, target).finally(() => {
        if (formatRoute(currentRoute()) === address) followed.current = address;
      }),
    );
  });
  const correct = useEffectEvent((): void => {
    if (shown === corrected.current) return;
    corrected.current = shown;
    const now = currentRoute();
    if (pageOf(now) !== 'desk' || now.workspace !== workspace) return;
    const right = shown ?? formatRoute({ page: 'desk', workspace });
    if (formatRoute(now) !== followed.current || right === followed.current) return;
    followed.current = right;
    replaceRoute(parseRoute(right));
  });
  useEffect(() => follow(), [address, workspace]);
  useEffect(() => correct(), [shown]);
}
