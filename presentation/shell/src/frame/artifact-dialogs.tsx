import type { Readable } from '@loggia/client';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { publishing } from '../artifacts/publish-state.ts';
import { renaming } from '../artifacts/rename-state.ts';
import { useReadable } from '../host/use-channel.ts';

const PublishDialog = lazy(async () => ({
  default: (await import('../collections/publish-dialog.tsx')).PublishDialog,
}));
const RenameDialog = lazy(async () => ({
  default: (await import('../artifacts/rename-dialog.tsx')).RenameDialog,
}));

/** The dialogs that artifact actions open, loaded on first use. */
export function ArtifactDialogs() {
  return (
    <>
      <OnDemand when={publishing}>
        <PublishDialog />
      </OnDemand>
      <OnDemand when={renaming}>
        <RenameDialog />
      </OnDemand>
    </>
  );
}

/** Stays mounted once it was needed, so that the dialog can close with its animation. */
function OnDemand({
  when,
  children,
}: {
  readonly when: Readable<readonly unknown[] | object | undefined>;
  readonly children: ReactNode;
}) {
  const wanted = useReadable(when);
  const isWanted = Array.isArray(wanted) ? wanted.length > 0 : wanted !== undefined;
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  return wasWanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
