import { rootUri } from '@loggia/protocol';
import { useEffect, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { uriOfPath } from './folder-path.ts';

interface Entry {
  readonly name: string;
  readonly type: string;
}

/** The entries of a folder on the host, as far as the host shows them; none where it doesn't. */
export function useFoldersIn(folder: string): readonly Entry[] {
  const { client } = useHost();
  const [listed, setListed] = useState<{ readonly folder: string; readonly entries: readonly Entry[] }>();
  const uri = folder === '' ? undefined : uriOfPath(folder);
  useEffect(() => {
    if (uri === undefined) return undefined;
    const abort = new AbortController();
    client.request('resourceList', { channel: rootUri, uri }, { signal: abort.signal }).then(
      ({ entries }) => setListed({ folder, entries }),
      // Outside of its folders the host lists nothing; a whole path can be typed all the same.
      () => undefined,
    );
    return () => abort.abort();
  }, [client, folder, uri]);
  return listed?.folder === folder ? listed.entries : [];
}
