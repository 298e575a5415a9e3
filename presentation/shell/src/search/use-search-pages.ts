import type { ExtensionParams } from '@loggia/client';
import { useEffect, useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { SearchPages, type SearchSnapshot } from './search-pages.ts';

/** The host's results, requested again whenever the query changes. */
export function useSearchPages(params: ExtensionParams<'x-loggia/search'> | undefined): {
  readonly found: SearchSnapshot;
  readonly pages: SearchPages;
} {
  const host = useHost();
  const [pages] = useState(
    () => new SearchPages((question, signal) => host.ask('x-loggia/search', question, { signal })),
  );
  const key = JSON.stringify(params);
  useEffect(() => {
    pages.search(key === undefined ? undefined : (JSON.parse(key) as typeof params));
    return () => pages.search(undefined);
  }, [pages, key]);
  return { found: useReadable(pages), pages };
}
