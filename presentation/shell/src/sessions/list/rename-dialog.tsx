import { useHost } from '../../host/host-context.tsx';
import { NamingDialog } from '../../ui/naming-dialog.tsx';
import { rename } from './session-changes.ts';

export function RenameDialog({
  session,
  onClose,
}: {
  readonly session: { readonly resource: string; readonly title: string } | undefined;
  onClose(): void;
}) {
  const { client } = useHost();
  return (
    <NamingDialog
      open={session !== undefined}
      heading="Rename the session"
      before={session}
      action="Rename"
      save={async ({ title }) => {
        if (session !== undefined) rename(client, session.resource, title);
      }}
      onClose={onClose}
    />
  );
}
