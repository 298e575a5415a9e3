import type { EventArguments, Permission } from '@loggia/content';
import { lastingReference, addressed, type LastingReference } from '../handlers/reference.ts';
import type { ArtifactRow, EventKind, EventRow } from '../store.ts';

type Told = EventArguments['event'];

interface Payload {
  readonly event: Omit<Told, 'attempt'>;
  /** Absent in events that were stored before it was recorded: they lend nothing. */
  readonly powers?: readonly Permission[];
  readonly artifact: LastingReference;
}

export interface EventDetails {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly powers: readonly Permission[];
  readonly cause?: 'undelete' | 'unarchive' | undefined;
  readonly commit?: { readonly id: string; readonly message: string } | undefined;
}

/** What is written along with a transition, so that the owner of the type hears of it. `artifact` is as it was left. */
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

/** The payload of an event whose artifact was purged: which one it was, and nothing of what was in it. */
export function withoutSubstance(row: EventRow): string {
  const { event, artifact } = JSON.parse(row.payload) as Payload;
  const { commit: _commit, ...bare } = event;
  const payload: Payload = { event: bare, artifact: { ...artifact, title: '', context: {} } };
  return JSON.stringify(payload);
}

export function titleOf(row: EventRow): string {
  return (JSON.parse(row.payload) as Payload).artifact.title;
}

/** The permissions that whoever is behind the event held when it happened. */
export function powersBehind(row: EventRow): readonly Permission[] {
  return (JSON.parse(row.payload) as Payload).powers ?? [];
}

/** Whom a token for the event speaks for. */
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
