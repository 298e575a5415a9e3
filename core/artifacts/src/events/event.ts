import type { EventArguments, Permission } from '@loggia/content';
import { lastingReference, addressed, type LastingReference } from '../handlers/reference.ts';
import type { ArtifactRow, EventKind, EventRow } from '../store.ts';

type Told = EventArguments['event'];

interface Payload {
  readonly event: Omit<Told, 'attempt'>;
  /** Absent in events stored before it was recorded: they lend nothing. */
  readonly powers?: readonly Permission[];
  readonly artifact: LastingReference;
}

export interface EventDetails {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly powers: readonly Permission[];
  readonly cause?: 'undelete' | 'unarchive' | 'move' | undefined;
  readonly commit?: { readonly id: string; readonly message: string } | undefined;
}

/** The event written with a transition, for the owner of the type. `artifact` is its state after the transition. */
export function eventOf(kind: EventKind, artifact: ArtifactRow, details: EventDetails): EventRow {
  const { id, at, by, powers, cause, commit } = details;
  const payload: Payload = {
    event: { id, kind, at, by, ...(cause && { cause }), ...(commit && { commit }) },
    powers,
    artifact: lastingReference(artifact),
  };
  return {
    id,
    artifact: artifact.id,
    workspace: artifact.workspace,
    type: artifact.type,
    kind,
    at,
    payload: JSON.stringify(payload),
    status: 'waiting',
    attempts: 0,
    nextAt: Date.parse(at),
    reason: undefined,
    server: undefined,
  };
}

/** The payload of an event whose artifact was purged: its identity, without its content. */
export function withoutSubstance(row: EventRow): string {
  const { event, artifact } = JSON.parse(row.payload) as Payload;
  const { commit: _commit, ...bare } = event;
  const payload: Payload = { event: bare, artifact: { ...artifact, title: '', context: {} } };
  return JSON.stringify(payload);
}

export function titleOf(row: EventRow): string {
  return (JSON.parse(row.payload) as Payload).artifact.title;
}

/** The permissions that the author of the event held when it happened. */
export function powersBehind(row: EventRow): readonly Permission[] {
  return (JSON.parse(row.payload) as Payload).powers ?? [];
}

/** The party that a token for the event acts for. */
export function actorOf(row: EventRow): string {
  return (JSON.parse(row.payload) as Payload).event.by;
}

export function argumentsOf(
  row: EventRow,
  {
    attempt,
    replayed,
    contentUrl,
  }: {
    readonly attempt: number;
    readonly replayed: boolean;
    readonly contentUrl: (artifact: string, version?: number) => string;
  },
): EventArguments {
  const { event, artifact } = JSON.parse(row.payload) as Payload;
  return {
    event: { ...event, attempt, ...(replayed && { cause: 'replay' as const }) },
    artifact: addressed(artifact, contentUrl),
  };
}
