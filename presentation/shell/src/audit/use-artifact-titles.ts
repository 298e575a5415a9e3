import { useEffect, useState } from 'react';
import { useHost } from '../host/host-context.tsx';

/** The titles of artifacts by their ids, as far as they are there; each is asked for once. */
export function useArtifactTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const host = useHost();
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = ids.join(' ');
  useEffect(() => {
    const abort = new AbortController();
    const read = async (artifact: string): Promise<readonly (readonly [string, string])[]> => {
      try {
        const answer = await host.ask('x-loggia/getArtifact', { artifact }, { signal: abort.signal });
        return [[artifact, answer.artifact.title]];
      } catch {
        // A purged artifact has no title.
        return [];
      }
    };
    const readAll = async (): Promise<void> => {
      const found = await Promise.all(wanted.split(' ').filter(Boolean).map(read));
      if (!abort.signal.aborted) setTitles(new Map(found.flat()));
    };
    void readAll();
    return () => abort.abort();
  }, [host, wanted]);
  return titles;
}
