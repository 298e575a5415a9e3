import type { Artifact } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { attempt, tell } from '../ui/toasts.tsx';

/** Makes the artifact what it was, whatever has been done to it since: the way back from a step. */
async function bringBack(host: ShellHost, before: Artifact): Promise<void> {
  if (before.state !== 'draft') {
    await host.ask('x-loggia/discardDraft', { artifact: before.id });
    return;
  }
  const { id, title, type, context, content } = before;
  await host.ask('x-loggia/updateArtifact', {
    artifact: id,
    title,
    type,
    context,
    content: content ? { hash: content.hash } : null,
  });
}

/** Makes a draft of an old version. */
export async function restoreVersion(host: ShellHost, artifact: Artifact, version: number): Promise<void> {
  const { id: artifactId, revision } = artifact;
  await host.ask('x-loggia/restoreVersion', { artifact: artifactId, version, ifRevision: revision });
  tell(`Version ${version} is the draft now.`, { undo: () => attempt(bringBack(host, artifact)) });
}

export async function discardDraft(host: ShellHost, artifact: Artifact): Promise<void> {
  await host.ask('x-loggia/discardDraft', { artifact: artifact.id, ifRevision: artifact.revision });
  tell(`The changes to “${artifact.title}” are gone.`, { undo: () => attempt(bringBack(host, artifact)) });
}

export async function rename(host: ShellHost, artifact: Artifact, title: string): Promise<void> {
  await host.ask('x-loggia/updateArtifact', { artifact: artifact.id, title, ifRevision: artifact.revision });
  tell(`It is called “${title}” now.`, {
    undo: () =>
      attempt(host.ask('x-loggia/updateArtifact', { artifact: artifact.id, title: artifact.title })),
  });
}

export async function archive(host: ShellHost, { id, title }: Artifact): Promise<void> {
  await host.ask('x-loggia/archiveArtifacts', { artifacts: [id] });
  tell(`“${title}” is archived.`, {
    undo: () => attempt(host.ask('x-loggia/unarchiveArtifacts', { artifacts: [id] })),
  });
}

export async function unarchive(host: ShellHost, { id, title }: Artifact): Promise<void> {
  await host.ask('x-loggia/unarchiveArtifacts', { artifacts: [id] });
  tell(`“${title}” is back.`, {
    undo: () => attempt(host.ask('x-loggia/archiveArtifacts', { artifacts: [id] })),
  });
}

export async function remove(host: ShellHost, { id, title }: Artifact): Promise<void> {
  await host.ask('x-loggia/deleteArtifacts', { artifacts: [id] });
  tell(`“${title}” is in the trash.`, {
    undo: () => attempt(host.ask('x-loggia/undeleteArtifacts', { artifacts: [id] })),
  });
}
