import { useEffect, useState } from 'react';
import { useLibrary } from '../host/use-channel.ts';
import { replaceRoute, useRoute } from '../navigation/use-route.ts';
import { preferences } from '../preferences/use-preferences.ts';
import { tell } from '../ui/toast-queue.ts';

/** A new workspace may be in an address before this page hears of it. */
const waitMs = 1000;

/**
 * The workspace in the address, else the last used one, else the first; the address then follows. Undefined until it is
 * known, because a user who means one workspace must not end up in another.
 */
export function useCurrentWorkspace(): string | undefined {
  const route = useRoute();
  const known = useLibrary()?.workspaces;
  const { workspace: wanted } = route;
  const [missed, setMissed] = useState<string>();
  const isUnknown = known !== undefined && wanted !== undefined && !known.some(({ id }) => id === wanted);
  useEffect(() => {
    if (!isUnknown || missed === wanted) return;
    const timer = setTimeout(() => {
      setMissed(wanted);
      tell('This workspace no longer exists.');
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isUnknown, missed, wanted]);
  const { lastWorkspace } = preferences.getSnapshot();
  const other = known?.find(({ id }) => id === lastWorkspace) ?? known?.[0];
  const current = wanted === undefined || (isUnknown && missed === wanted) ? other?.id : wanted;
  const isKnown = known?.some(({ id }) => id === current) === true;
  useEffect(() => {
    if (!isKnown || current === undefined) return;
    if (route.workspace !== current) replaceRoute({ ...route, workspace: current });
    if (preferences.getSnapshot().lastWorkspace !== current) preferences.set({ lastWorkspace: current });
  }, [route, current, isKnown]);
  return isKnown ? current : undefined;
}
