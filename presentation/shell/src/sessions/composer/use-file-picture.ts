import type { NamedFile } from '@loggia/protocol';
import { useEffect, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { isRaster } from '../../ui/inert-formats.ts';
import { localFile } from './uploads.ts';

/** The address of the picture that a file is; undefined where it is none, or until it is known. */
export function useFilePicture(
  { hash, contentType }: NamedFile,
  chat: string | undefined,
): string | undefined {
  const host = useHost();
  const [linked, setLinked] = useState<{ readonly hash: string; readonly path: string }>();
  const local = localFile(hash);
  const isPicture = isRaster(contentType ?? local?.file.type ?? '');
  const isAsked = isPicture && local === undefined;
  useEffect(() => {
    if (!isAsked || chat === undefined) return;
    let isWanted = true;
    host.content.linkFile(chat, hash).then(
      (path) => isWanted && setLinked({ hash, path }),
      // The icon of a file is shown then; opening it says why.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [host, chat, hash, isAsked]);
  if (!isPicture) return undefined;
  return local?.address ?? (linked?.hash === hash ? linked.path : undefined);
}
