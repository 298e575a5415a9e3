import { lazy, Suspense } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { useReadable, useWorkspace } from '../host/use-channel.ts';
import { closeDetails, detailsState, showCommit } from './details-state.ts';

const DetailsSheet = lazy(async () => ({ default: (await import('./details-sheet.tsx')).DetailsSheet }));
const CommitDialog = lazy(async () => ({ default: (await import('./commit-dialog.tsx')).CommitDialog }));

/** The details sheet and the commit dialog, shared by the whole page. */
export function DetailsLayer({ workspace }: { readonly workspace: string }) {
  const { artifact, committing } = useReadable(detailsState);
  const drafts = useWorkspace(workspace)?.state?.counts.drafts ?? 0;
  useCommands([
    ...(drafts > 0
      ? [
          {
            id: 'details.commit',
            title: 'Commit drafts…',
            group: 'Artifacts',
            keywords: 'save version publish',
            keys: 'Mod+Shift+K',
            run: () => showCommit([]),
          },
        ]
      : []),
    ...(artifact !== undefined
      ? [{ id: 'details.close', title: 'Close details', group: 'Artifacts', run: closeDetails }]
      : []),
  ]);
  const commit = committing !== undefined && (
    <Suspense fallback={null}>
      <CommitDialog workspace={workspace} given={committing} />
    </Suspense>
  );
  if (artifact === undefined) return commit;
  return (
    <Suspense fallback={null}>
      <DetailsSheet workspace={workspace} artifact={artifact}>
        {commit}
      </DetailsSheet>
    </Suspense>
  );
}
