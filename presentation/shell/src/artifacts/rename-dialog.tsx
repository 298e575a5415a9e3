import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { NamingDialog } from '../ui/naming-dialog.tsx';
import { renameArtifact } from './changes.ts';
import { renaming, stopRenaming } from './rename-state.ts';

export function RenameDialog() {
  const host = useHost();
  const artifact = useReadable(renaming);
  return (
    <NamingDialog
      open={artifact !== undefined}
      heading="Rename the artifact"
      before={artifact}
      action="Rename"
      save={async ({ title }) => {
        if (artifact !== undefined) await renameArtifact(host, artifact, title);
      }}
      onClose={stopRenaming}
    />
  );
}
