import type { WorkspaceSummary } from '@loggia/protocol';
import { useHost } from '../host/host-context.tsx';
import { navigate } from '../navigation/use-route.ts';
import { NamingDialog } from '../ui/naming-dialog.tsx';

/** Names a workspace: one that exists, or a new one. */
export function WorkspaceDialog({
  workspace,
  onClose,
}: {
  readonly workspace: WorkspaceSummary | 'new' | undefined;
  onClose(): void;
}) {
  const host = useHost();
  const before = workspace === 'new' ? undefined : workspace;
  return (
    <NamingDialog
      open={workspace !== undefined}
      heading={before ? 'Rename the workspace' : 'New workspace'}
      about="A workspace has its own desk and sessions. Servers are shared, and you can turn one off in a workspace."
      before={before}
      action={before ? 'Rename' : 'Create'}
      save={async ({ title }) => {
        if (before) {
          await host.ask('x-loggia/updateWorkspace', { workspace: before.id, title });
          return;
        }
        const made = await host.ask('x-loggia/createWorkspace', { title });
        navigate({ page: 'desk', workspace: made.workspace.id });
      }}
      onClose={onClose}
    />
  );
}
