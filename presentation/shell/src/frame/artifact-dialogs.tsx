import type { Readable } from '@loggia/client';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { publishing } from '../artifacts/publish-state.ts';
import { relocating } from '../artifacts/relocate-state.ts';
import { renaming } from '../artifacts/rename-state.ts';
import { connecting } from '../models/connect-state.ts';
import { useReadable } from '../host/use-channel.ts';

const PublishDialog = lazy(async () => ({
  default: (await import('../collections/publish-dialog.tsx')).PublishDialog,
}));
const RelocateDialog = lazy(async () => ({
  default: (await import('../artifacts/relocate-dialog.tsx')).RelocateDialog,
}));
const RenameDialog = lazy(async () => ({
  default: (await import('../artifacts/rename-dialog.tsx')).RenameDialog,
}));

const ConnectDialog = lazy(async () => ({
  default: (await import('../models/connect-dialog.tsx')).ConnectDialog,
}));

/** The dialogs that can be opened from everywhere, loaded on first use. */
export function ArtifactDialogs() {
  return (
    <>
      <OnDemand when={publishing}>
        <PublishDialog />
      </OnDemand>
      <OnDemand when={relocating}>
        <RelocateDialog />
      </OnDemand>
      <OnDemand when={renaming}>
        <RenameDialog />
      </OnDemand>
      <OnDemand when={connecting}>
        <ConnectDialog />
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
