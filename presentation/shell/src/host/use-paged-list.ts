import { useEffect, useSyncExternalStore } from 'react';
import type { PagedList, PagedListSnapshot } from './paged-list.ts';

export function usePagedList<Entry>(list: PagedList<Entry>): PagedListSnapshot<Entry> {
  useEffect(() => list.begin(), [list]);
  return useSyncExternalStore(list.subscribe, list.getSnapshot);
}
