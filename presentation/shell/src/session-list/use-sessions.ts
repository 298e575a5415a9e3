import { globalEnvironment, SessionList, type Readable, type SessionListSnapshot } from '@loggia/client';
import { rootUri, type AgentInfo, type RootState, type SessionSummary } from '@loggia/protocol';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useHost } from '../host/host-context.tsx';
import type { ShellHost } from '../host/shell-host.ts';
import { useReadable } from '../host/use-channel.ts';
import { paced } from '../host/pace.ts';

/** A list that is read, not watched. */
const redrawMs = 150;

interface Sessions {
  readonly list: SessionList;
  readonly calm: Readable<SessionListSnapshot>;
}

const known = new WeakMap<ShellHost, Sessions>();

/** One list for the page, read once. */
function sessionsOf(host: ShellHost): Sessions {
  const found = known.get(host);
  if (found) return found;
  const list = new SessionList(host.client);
  const made = { list, calm: paced(list, globalEnvironment, redrawMs) };
  known.set(host, made);
  return made;
}

export function refreshSessions(host: ShellHost): void {
  void sessionsOf(host).list.refresh();
}

/** Sessions at work change all the time; what is shown of them, a few times a second. */
export function useSessions(): SessionListSnapshot {
  return useReadable(sessionsOf(useHost()).calm);
}

/** One session's entry in the list; others may change as they like. */
export function useSessionSummary(session: string): SessionSummary | undefined {
  const { calm } = sessionsOf(useHost());
  return useSyncExternalStore(calm.subscribe, () =>
    calm.getSnapshot().sessions.find(({ resource }) => resource === session),
  );
}

/** The agents of the host; undefined until they are known. */
export function useAgents(): readonly AgentInfo[] | undefined {
  const { channels } = useHost();
  useEffect(() => channels.hold(rootUri), [channels]);
  const view = channels.view<RootState>(rootUri);
  return useSyncExternalStore(
    view.subscribe,
    useCallback(() => view.getSnapshot().state?.agents, [view]),
  );
}
