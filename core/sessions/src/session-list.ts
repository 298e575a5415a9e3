import type { ChannelRecord, Kernel, ListPosition } from '@loggia/kernel';
import { activityOf, hasStatus, ProtocolError, Status, type SessionSummary } from '@loggia/protocol';
import type { SummaryFacts } from './summary.ts';

const defaultLimit = 50;
const mostAtOnce = 500;

export interface ListRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** A part of the title. */
  readonly text?: string | undefined;
}

export interface SessionPage {
  readonly items: SessionSummary[];
  readonly nextCursor?: string;
}

/** Reads the directory only: listing sessions doesn't load them. */
export async function listSessions(kernel: Kernel, request: ListRequest): Promise<SessionPage> {
  const limit = Math.min(request.limit ?? defaultLimit, mostAtOnce);
  const after = request.cursor === undefined ? undefined : parseCursor(request.cursor);
  const page = await kernel.list({ kind: 'session', limit, after, text: request.text });
  const items = page.items.map(summaryOf);
  return page.next ? { items, nextCursor: cursorOf(page.next) } : { items };
}

/** The archived sessions that nothing has happened in since `before`, ISO 8601, and that aren't busy. */
export async function archivedBefore(kernel: Kernel, before: string): Promise<readonly string[]> {
  const found: string[] = [];
  let after: ListPosition | undefined = { modifiedAt: before, uri: '' };
  while (after) {
    const page = await kernel.list({ kind: 'session', limit: mostAtOnce, after });
    for (const { resource, status } of page.items.map(summaryOf)) {
      const isBusy = activityOf(status) === Status.inProgress || activityOf(status) === Status.inputNeeded;
      if (hasStatus(status, Status.isArchived) && !isBusy) found.push(resource);
    }
    after = page.next;
  }
  return found;
}

function summaryOf({ uri, createdAt, modifiedAt, summary }: ChannelRecord): SessionSummary {
  return { ...(summary as SummaryFacts), resource: uri, createdAt, modifiedAt: modifiedAt || createdAt };
}

function cursorOf({ modifiedAt, uri }: ListPosition): string {
  return encodeURIComponent(JSON.stringify([modifiedAt, uri]));
}

function parseCursor(cursor: string): ListPosition {
  try {
    const [modifiedAt, uri] = JSON.parse(decodeURIComponent(cursor)) as unknown[];
    if (typeof modifiedAt === 'string' && typeof uri === 'string') return { modifiedAt, uri };
  } catch {
    // Falls through to the error below.
  }
  throw new ProtocolError(
    'InvalidParams',
    'This cursor was not made by this host. Start the list again without one.',
  );
}
