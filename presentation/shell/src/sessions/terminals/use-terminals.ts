import { rootUri, type RootState, type TerminalInfo } from '@loggia/protocol';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useHost } from '../../host/host-context.tsx';

/** The terminals of a session, the oldest first. */
export function useTerminals(session: string): readonly TerminalInfo[] {
  const { channels } = useHost();
  useEffect(() => channels.hold(rootUri), [channels]);
  const view = channels.view<RootState>(rootUri);
  const all = useSyncExternalStore(
    view.subscribe,
    useCallback(() => view.getSnapshot().state?.terminals, [view]),
  );
  return useMemo(
    () => (all ?? []).filter(({ claim }) => claim.kind === 'session' && claim.session === session),
    [all, session],
  );
}
