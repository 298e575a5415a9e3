import { useEffect, useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { blockedFor } from './blocked.ts';

/** Browsers report what they blocked a little later, in batches. */
const reportedWithinMs = 3000;
const mostRecords = 200;

interface Found {
  readonly view: string;
  readonly blocked: readonly string[];
}

const none: readonly string[] = [];

/** Reads what the sandbox policy blocked for a View: once, a moment after `isWanted`. */
export function useBlocked(
  { server, view }: { readonly server: string | undefined; readonly view: string },
  isWanted: boolean,
): readonly string[] {
  const host = useHost();
  const [found, setFound] = useState<Found>({ view: '', blocked: none });
  useEffect(() => {
    if (!isWanted || server === undefined) return;
    let isOver = false;
    const timer = setTimeout(() => {
      host.ask('x-loggia/listAudit', { server, limit: mostRecords }).then(
        ({ records }) => !isOver && setFound({ view, blocked: blockedFor(view, records) }),
        // Only a hint is missing then; the audit page shows why.
        () => undefined,
      );
    }, reportedWithinMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [host, server, view, isWanted]);
  return isWanted && found.view === view ? found.blocked : none;
}
