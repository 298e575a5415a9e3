import './views.css';
import { useEffect, useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import type { OpenedView } from './artifact-view.tsx';
import { ArtifactSubject, viewIdOf } from './artifact-subject.ts';
import { useSharedSandboxNote } from './use-shared-note.ts';
import { useView } from './use-view.ts';
import { ViewBar } from './view-bar.tsx';
import { ViewDetails } from './view-details.tsx';
import { ViewSlot } from './view-slot.tsx';

/** The View that an artifact was opened in, with its bar. */
export function ShownArtifact({
  workspace,
  opened,
  reopen,
}: {
  readonly workspace: string;
  readonly opened: OpenedView;
  readonly reopen: () => void;
}) {
  const host = useHost();
  const used = useView(viewIdOf(opened), () => new ArtifactSubject(host, workspace, opened, reopen));
  const { view, snapshot } = used;
  useEffect(() => {
    if (view.subject instanceof ArtifactSubject) view.subject.renew(opened, reopen);
  }, [view, opened, reopen]);
  useSharedSandboxNote(snapshot.sandbox);
  const [isOpen, setIsOpen] = useState(false);
  const showDetails = (): void => setIsOpen(true);
  return (
    <section className="view" data-slot="window" aria-label={`View: ${snapshot.facts.title}`}>
      <ViewBar view={view} snapshot={snapshot} showDetails={showDetails} />
      <ViewSlot used={used} kind="window" showDetails={showDetails} />
      <ViewDetails view={view} snapshot={snapshot} open={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  );
}
