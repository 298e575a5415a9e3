import type { ArtifactListSnapshot, ArtifactQuery } from '@loggia/client';
import { useMemo } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { ArtifactsOnScreen } from './artifacts-on-screen.ts';

export type LiveArtifacts = ArtifactListSnapshot &
  Pick<ArtifactsOnScreen, 'loadMore' | 'refresh' | 'loadAll'>;

/** A list of artifacts for as long as it is on screen, kept in step. */
export function useArtifactList(query: ArtifactQuery): LiveArtifacts {
  const { client } = useHost();
  const key = JSON.stringify(query);
  const list = useMemo(() => new ArtifactsOnScreen(client, JSON.parse(key) as ArtifactQuery), [client, key]);
  const { loadMore, refresh, loadAll } = list;
  return { ...useReadable(list), loadMore, refresh, loadAll };
}
