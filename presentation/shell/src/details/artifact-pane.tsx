import './artifact-pane.css';
import type { Artifact } from '@loggia/protocol';
import { History, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { restoreArtifacts, restoreVersion } from '../artifacts/changes.ts';
import { noteOpened } from '../artifacts/opened.ts';
import { useArtifactPorts } from '../artifacts/ports-context.ts';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { LoadingText } from '../renderers/loading-text.tsx';
import { NativeRenderer } from '../renderers/native-renderer.tsx';
import { Button } from '../ui/button.tsx';
import { Empty, Failure } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { ArtifactView } from '../views/artifact-view.tsx';
import { showDetails } from './details-state.ts';
import { mayBeEdited, useExplanation, useType } from './type-of.ts';
import { useArtifact, type FollowedArtifact } from './use-artifact.ts';

interface PaneProps {
  readonly workspace: string;
  readonly artifact: string;
  readonly version?: number | undefined;
  readonly with?: string | undefined;
  /** Opened to read. */
  readonly mode?: 'view' | undefined;
}

/** An artifact, opened in whatever shows it: what fills a window. */
export function ArtifactPane({ workspace, artifact: id, version, with: wanted, mode }: PaneProps) {
  const followed = useArtifact(workspace, id);
  const old = useOldVersion(id, version);
  // If no viewer can show it properly, its plain content can still be shown.
  const [isPlain, setIsPlain] = useState(false);
  const { value, error, isLoading, again } = useAnswer('x-loggia/openArtifact', {
    artifact: id,
    ...(version !== undefined && { version }),
    ...(wanted !== undefined && { with: wanted }),
    ...(mode !== undefined && { mode }),
  });
  const isOpen = value !== undefined;
  useEffect(() => {
    if (isOpen) noteOpened(id);
  }, [isOpen, id]);
  useReopening(workspace, followed.artifact, value?.opened.artifact, error, again);
  const reopen = useCallback(() => again(), [again]);
  const opened = value?.opened;
  // An open artifact stays open, with the words just written in it; the window says what happened.
  if (followed.isGone && version === undefined && !opened) return <Gone followed={followed} />;
  const isOld = version !== undefined;
  if (error && !isLoading && isPlain && followed.artifact) {
    const shown = old ?? followed.artifact;
    return (
      <NativeRenderer
        renderer={shown.content ? 'text' : 'json'}
        artifact={shown}
        version={version}
        mayEdit={false}
      />
    );
  }
  if (error && !isLoading) {
    return (
      <div className="pane pane-problem">
        <Failure error={error} retry={again} />
        <div className="pane-ways">
          <Button size="small" onClick={() => showDetails(id)}>
            Details
          </Button>
          {followed.artifact && (
            <Button size="small" onClick={() => setIsPlain(true)}>
              Show as a plain file
            </Button>
          )}
        </div>
      </div>
    );
  }
  if (!opened || (isOld && !old)) return <LoadingText />;
  return (
    <div className="pane">
      {isOld && followed.artifact && <OldVersion artifact={followed.artifact} version={version} />}
      <div className="pane-body">
        {opened.kind === 'view' ? (
          <ArtifactView workspace={workspace} opened={opened} reopen={reopen} />
        ) : opened.kind === 'native' ? (
          <Native
            workspace={workspace}
            renderer={opened.renderer}
            artifact={old ?? newer(followed.artifact, opened.artifact)}
            version={version}
            mode={mode}
          />
        ) : (
          <NativeRenderer
            renderer="download"
            artifact={followed.artifact ?? unknown(opened)}
            version={version}
            mayEdit={false}
          />
        )}
      </div>
    </div>
  );
}

/** The artifact as it was then. */
function useOldVersion(id: string, version: number | undefined): Artifact | undefined {
  const { value } = useAnswer(
    'x-loggia/getArtifact',
    version === undefined ? undefined : { artifact: id, version },
  );
  return useMemo(() => {
    if (!value?.version) return undefined;
    const { content: _, ...facts } = value.artifact;
    const { type, title, context, content } = value.version;
    return { ...facts, type, title, context, ...(content && { content }) };
  }, [value]);
}

function newer(followed: Artifact | undefined, opened: Artifact): Artifact {
  return followed && followed.revision >= opened.revision ? followed : opened;
}

/** Opened in a way that this shell does not know. */
function unknown(opened: object): Artifact {
  return (opened as { readonly artifact: Artifact }).artifact;
}

/** Opens the artifact again when its type has changed, and, after a failure, when its type resolves differently. */
function useReopening(
  workspace: string,
  now: Artifact | undefined,
  opened: Artifact | undefined,
  error: Error | undefined,
  again: () => void,
): void {
  const type = useType(workspace, now?.type);
  const viewer = JSON.stringify([type?.viewer, type?.problem]);
  const hasFailed = error !== undefined;
  // Retry when something has changed since, not because of the failure itself.
  const tryAgain = useEffectEvent((resolved: string) => {
    if (hasFailed && resolved !== '') again();
  });
  useEffect(() => tryAgain(viewer), [viewer]);
  const [before, after] = [opened?.type, now?.type];
  useEffect(() => {
    if (before !== undefined && after !== undefined && before !== after) again();
  }, [before, after, again]);
}

function Native({
  workspace,
  renderer,
  artifact,
  version,
  mode,
}: {
  readonly workspace: string;
  readonly renderer: string;
  readonly artifact: Artifact;
  readonly version: number | undefined;
  readonly mode: 'view' | undefined;
}) {
  const { value } = useExplanation(workspace, artifact.type);
  const isCurrent = version === undefined && artifact.state !== 'archived';
  const mayEdit = isCurrent && mode === undefined && mayBeEdited(value?.explanation);
  return <NativeRenderer renderer={renderer} artifact={artifact} version={version} mayEdit={mayEdit} />;
}

function OldVersion({ artifact, version }: { readonly artifact: Artifact; readonly version: number }) {
  const ports = useArtifactPorts();
  const restore = async (): Promise<void> => {
    await restoreVersion(ports.host, artifact, version);
    ports.open(artifact);
  };
  return (
    <div className="pane-old" role="note">
      <History aria-hidden />
      <span>
        Version {version} of {artifact.version}
      </span>
      <span className="pane-gap" />
      <Button size="small" onClick={() => ports.open(artifact)}>
        Show the newest
      </Button>
      <Button size="small" kind="primary" onClick={() => attempt(restore())}>
        Restore
      </Button>
    </div>
  );
}

function Gone({ followed }: { readonly followed: FollowedArtifact }) {
  const host = useHost();
  const { artifact, again } = followed;
  const bringBack = async (): Promise<void> => {
    if (artifact) await restoreArtifacts(host, [artifact]);
    again();
  };
  return (
    <Empty
      icon={<Trash2 />}
      title={artifact ? `“${artifact.title}” is in the trash` : 'It is in the trash'}
      actions={artifact && <Button onClick={() => attempt(bringBack())}>Restore</Button>}
    >
      You can restore it until it is deleted for good.
    </Empty>
  );
}
