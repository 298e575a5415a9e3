import { lazy, Suspense, useSyncExternalStore } from 'react';
import { firstApproval, subscribeToApprovals } from './ask-approval.ts';

// Most visits have nothing to approve.
const ApprovalDialog = lazy(async () => ({
  default: (await import('./approval-dialog.tsx')).ApprovalDialog,
}));

/** The place for approval dialogs; once in the page. */
export function Approvals() {
  const asked = useSyncExternalStore(subscribeToApprovals, firstApproval);
  return asked ? (
    <Suspense fallback={null}>
      <ApprovalDialog key={asked.source} source={asked.source} onClose={asked.done} />
    </Suspense>
  ) : null;
}
