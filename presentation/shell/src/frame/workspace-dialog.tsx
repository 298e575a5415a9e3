import type { WorkspaceSummary } from '@loggia/protocol';
import { useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { navigate } from '../navigation/use-route.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';

/** Names a workspace: one that exists, or a new one. */
export function WorkspaceDialog({
  workspace,
  onClose,
}: {
  readonly workspace: WorkspaceSummary | 'new' | undefined;
  onClose(): void;
}) {
  return (
    <Dialog
      open={workspace !== undefined}
      title={workspace === 'new' ? 'New workspace' : 'Rename the workspace'}
      description="A workspace has its own desk, sessions and servers."
      onClose={onClose}
    >
      {workspace !== undefined && (
        <WorkspaceForm workspace={workspace === 'new' ? undefined : workspace} onClose={onClose} />
      )}
    </Dialog>
  );
}

function WorkspaceForm({
  workspace,
  onClose,
}: {
  readonly workspace: WorkspaceSummary | undefined;
  onClose(): void;
}) {
  const host = useHost();
  const [title, setTitle] = useState(workspace?.title ?? '');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (workspace) {
      await host.ask('x-loggia/updateWorkspace', { workspace: workspace.id, title: title.trim() });
      return;
    }
    const made = await host.ask('x-loggia/createWorkspace', { title: title.trim() });
    navigate({ page: 'desk', workspace: made.workspace.id });
  };
  return (
    <form
      className="workspace-form"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        setError(undefined);
        save()
          .then(onClose, (problem: unknown) =>
            setError(problem instanceof Error ? problem : new Error(String(problem))),
          )
          .finally(() => setBusy(false));
      }}
    >
      <Field label="Title" error={error?.message}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            required
            maxLength={500}
            autoComplete="off"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <div className="workspace-form-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={title.trim() === '' || isBusy}>
          {workspace ? 'Rename' : 'Create'}
        </Button>
      </div>
    </form>
  );
}
