import type { AuditRecord } from '@loggia/protocol';
import { useMemo } from 'react';
import { useHost } from '../host/host-context.tsx';
import { PagedList } from '../host/paged-list.ts';
import { usePagedList } from '../host/use-paged-list.ts';
import { useEvery } from '../ui/use-every.ts';
import { groupsOf, templatesIn } from './audit-groups.ts';
import { useArtifactTitles } from './use-artifact-titles.ts';
import { artifactsShownIn, viewTitles } from './view-titles.ts';
import { askedOf, matches, withNewest, type AuditFilter } from './audit-filter.ts';

const pageSize = 200;
const pollMs = 3000;
/** How many pages are looked through for what the host cannot leave out by itself, before somebody asks for more. */
const patience = 10;

/** The audit, newest first, as far as it was read; new records come by themselves. */
export function useAudit(filter: AuditFilter) {
  const host = useHost();
  const asked = JSON.stringify(askedOf(filter));
  const list = useMemo(
    () =>
      new PagedList<AuditRecord>({
        read: async (cursor) => {
          const known = JSON.parse(asked) as ReturnType<typeof askedOf>;
          const page = await host.ask('x-loggia/listAudit', {
            ...known,
            limit: pageSize,
            ...(cursor !== undefined && { cursor }),
          });
          return { entries: page.records, cursor: page.nextCursor };
        },
        join: withNewest,
      }),
    [host, asked],
  );
  const { entries, error, isLoading, hasMore } = usePagedList(list);
  useEvery(pollMs, () => list.again());
  const shown = useMemo(() => (entries ?? []).filter((record) => matches(record, filter)), [entries, filter]);
  const more = (): void => {
    const enough = shown.length + pageSize / 4;
    list.more((all) => all.filter((record) => matches(record, filter)).length >= enough, patience);
  };
  const groups = useMemo(() => groupsOf(shown), [shown]);
  const titles = useArtifactTitles(useMemo(() => artifactsShownIn(entries ?? []), [entries]));
  const views = useMemo(
    () => viewTitles(entries ?? [], templatesIn(entries ?? []), titles),
    [entries, titles],
  );
  const records = entries ?? [];
  return { records, groups, views, error, isLoading, isFirst: entries === undefined, hasMore, more };
}
