import { artifactLink } from '@loggia/protocol';
import { useMemo, type ReactNode } from 'react';
import type { ArtifactPorts } from '../artifacts/actions.ts';
import { ArtifactPortsContext } from '../artifacts/ports-context.ts';
import { askForCollection } from '../artifacts/publish-state.ts';
import { askForWorkspace } from '../artifacts/relocate-state.ts';
import { askForTitle } from '../artifacts/rename-state.ts';
import { showCommit, showDetails } from '../details/details-state.ts';
import { useHost } from '../host/host-context.tsx';
import type { ShellHost } from '../host/shell-host.ts';
import { attachToMessage } from '../sessions/attach.ts';
import { commentOn } from '../sessions/comments/comment-subject.ts';
import { openWindow, openWith } from '../arrangement/open-window.ts';
import { routeOfWindow } from '../arrangement/window-route.ts';
import { copyLink } from '../navigation/copy-link.ts';

/** Connects artifact actions with the parts of the shell that they lead to. */
export function ArtifactPortsProvider({ children }: { readonly children: ReactNode }) {
  const host = useHost();
  const ports = useMemo(() => portsOf(host), [host]);
  return <ArtifactPortsContext value={ports}>{children}</ArtifactPortsContext>;
}

function portsOf(host: ShellHost): ArtifactPorts {
  return {
    host,
    open: ({ id, workspace, title }, version) =>
      openWindow(
        host,
        workspace,
        { kind: 'artifact', artifact: id, ...(version !== undefined && { version }) },
        title,
      ),
    openWith: ({ id, workspace, title }, server, { version, window, mode }) =>
      openWith(
        host,
        workspace,
        {
          kind: 'artifact',
          artifact: id,
          ...(version !== undefined && { version }),
          ...(server !== undefined && { with: server }),
          ...(mode !== undefined && { mode }),
        },
        { title, window },
      ),
    showDetails,
    commit: showCommit,
    publish: askForCollection,
    relocate: (artifacts, how) => askForWorkspace({ artifacts, how }),
    ask: attachToMessage,
    comment: ({ id, title }) => commentOn({ resource: artifactLink(id), title }),
    rename: askForTitle,
    copyLink: ({ id, workspace }, { version, server, mode }) =>
      copyLink(
        routeOfWindow(workspace, {
          kind: 'artifact',
          artifact: id,
          ...(version !== undefined && { version }),
          ...(server !== undefined && { with: server }),
          ...(mode !== undefined && { mode }),
        }),
      ),
  };
}
