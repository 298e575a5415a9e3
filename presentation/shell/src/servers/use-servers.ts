import {
  workspaceUri,
  type ChildCustomization,
  type Customization,
  type McpServerCustomization,
  type ServerReport,
} from '@loggia/protocol';
import { useEffect, useMemo } from 'react';
import { useAnswer } from '../host/use-answer.ts';
import { useChannel } from '../host/use-channel.ts';
import { useEvery } from '../ui/use-every.ts';
import { isOn } from './enablement.ts';

/** The scope of the shown servers: a workspace, a session, or the host itself. */
export type Place =
  | { readonly kind: 'workspace' | 'host' }
  | { readonly kind: 'session'; readonly session: string };

export interface Servers {
  /** The id of the workspace in which they are shown. */
  readonly workspace: string;
  readonly place: Place['kind'];
  /** The `session` parameter of commands. */
  readonly scope: { readonly session?: string };
  readonly channel: string;
  readonly reports: readonly ServerReport[];
  readonly customizations: readonly Customization[];
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  again(): void;
}

const pollMs = 4000;

/** The reports of the commands, with what the state of the workspace or session says of them at this moment. */
export function useServers(workspace: string, place: Place): Servers {
  const channel = place.kind === 'session' ? place.session : workspaceUri(workspace);
  const state = useChannel<{ readonly customizations?: readonly Customization[] }>(channel)?.state;
  const isHost = place.kind === 'host';
  const scope = useMemo(() => (isHost ? {} : { session: channel }), [isHost, channel]);
  const answer = useAnswer('x-loggia/listServers', scope);
  const customizations = useMemo(
    () => (isHost ? [] : (state?.customizations ?? [])),
    [isHost, state?.customizations],
  );
  const { again } = answer;
  const shape = JSON.stringify(serversIn(customizations).map(({ id, state: { kind } }) => [id, kind]));
  useEffect(() => again(), [shape, again]);
  useEvery(pollMs, again);
  const reports = useMemo(
    () => withLiveState(answer.value?.servers ?? [], customizations),
    [answer.value, customizations],
  );
  return {
    workspace,
    place: place.kind,
    scope,
    channel,
    reports,
    customizations,
    isLoading: answer.value === undefined && answer.error === undefined,
    error: answer.error,
    again,
  };
}

export function serversIn(customizations: readonly Customization[]): readonly McpServerCustomization[] {
  return customizations
    .flatMap((entry): readonly (Customization | ChildCustomization)[] =>
      'children' in entry ? (entry.children ?? []) : [entry],
    )
    .filter((entry): entry is McpServerCustomization => entry.type === 'mcpServer');
}

function withLiveState(
  reports: readonly ServerReport[],
  customizations: readonly Customization[],
): readonly ServerReport[] {
  const live = new Map(serversIn(customizations).map((server) => [server.id, server]));
  return reports.map((report) => {
    const known = live.get(report.id);
    return known === undefined ? report : { ...report, state: known.state };
  });
}

/** Whether it, and whatever it is part of, is switched on. */
export function isSwitchedOn(customizations: readonly Customization[], id: string): boolean {
  return customizations.every((entry) => {
    if (entry.id === id) return isOn(entry);
    const child = 'children' in entry ? entry.children?.find((part) => part.id === id) : undefined;
    return child === undefined || (isOn(entry) && isOn(child));
  });
}
