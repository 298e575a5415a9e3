import type { AgentInfo, SessionState, SessionSummary } from '@loggia/protocol';
import { lazy, Suspense } from 'react';
import { RenameDialog } from '../list/rename-dialog.tsx';
import { SessionDetails } from './session-details.tsx';

const SessionFolder = lazy(async () => ({
  default: (await import('../folder/session-folder.tsx')).SessionFolder,
}));

export type SessionDialog = 'rename' | 'details' | 'folder';

/** The dialogs that a session's menu opens. */
export function SessionDialogs({
  dialog,
  session,
  state,
  summary,
  agent,
  onClose,
}: {
  readonly dialog: SessionDialog | undefined;
  readonly session: string;
  readonly state: SessionState;
  readonly summary: SessionSummary | undefined;
  readonly agent: AgentInfo | undefined;
  onClose(): void;
}) {
  return (
    <>
      <RenameDialog
        session={dialog === 'rename' ? { resource: session, title: state.title } : undefined}
        onClose={onClose}
      />
      {dialog === 'folder' && (
        <Suspense fallback={null}>
          <SessionFolder session={session} state={state} onClose={onClose} />
        </Suspense>
      )}
      <SessionDetails
        isOpen={dialog === 'details'}
        session={state}
        summary={summary}
        agent={agent}
        onClose={onClose}
      />
    </>
  );
}
