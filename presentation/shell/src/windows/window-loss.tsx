import type { ArtifactSummary, DeskWindow } from '@loggia/protocol';
import { openWindow } from '../arrangement/open-window.ts';
import { closeWindow } from '../arrangement/arrange.ts';
import { restoreArtifacts } from '../artifacts/changes.ts';
import { useHost } from '../host/host-context.tsx';
import { unsavedWork } from '../host/unsaved-work.ts';
import { useLibrary } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Note } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import type { FoundFacts } from '../artifacts/use-artifact-facts.ts';

/** Why an artifact is not what its window should show. */
export type Loss =
  | { readonly is: 'deleted'; readonly facts: ArtifactSummary }
  | { readonly is: 'elsewhere'; readonly facts: ArtifactSummary }
  | { readonly is: 'missing'; readonly reason: string };

export function lossOf(workspace: string, found: FoundFacts): Loss | undefined {
  if (found.is === 'missing') return found;
  if (found.is !== 'there') return undefined;
  const { facts } = found;
  if (facts.workspace !== workspace) return { is: 'elsewhere', facts };
  return facts.deletedAt === undefined ? undefined : { is: 'deleted', facts };
}

/** Says what became of the artifact, above what is left of it here. */
export function WindowLoss({
  workspace,
  window: { id, target, title },
  loss,
  isKept,
}: {
  readonly workspace: string;
  readonly window: DeskWindow;
  readonly loss: Loss;
  /** Whether the window still shows what it showed before. */
  readonly isKept: boolean;
}) {
  const host = useHost();
  const artifact = target.kind === 'artifact' ? target.artifact : undefined;
  const copy = (): void => {
    const texts = unsavedWork.of(artifact).flatMap((work) => work.text?.() ?? []);
    if (texts.length === 0) tell('Everything you wrote was saved before.');
    else attempt(copyText(texts.join('\n\n')).then(() => tell('Your text was copied.')));
  };
  const restore = async (facts: ArtifactSummary): Promise<void> => {
    await restoreArtifacts(host, [facts]);
    await Promise.all(unsavedWork.of(facts.id).map((work) => work.save()));
  };
  return (
    <div className="window-note">
      <Note
        tone="warning"
        actions={
          <div className="window-note-actions">
            {loss.is === 'deleted' && (
              <Button size="small" kind="primary" onClick={() => attempt(restore(loss.facts))}>
                Restore
              </Button>
            )}
            {loss.is === 'elsewhere' && (
              <Button
                size="small"
                kind="primary"
                onClick={() => {
                  openWindow(host, loss.facts.workspace, target, loss.facts.title);
                  closeWindow(host, workspace, id);
                }}
              >
                Open it there
              </Button>
            )}
            {isKept && (
              <Button size="small" onClick={copy}>
                Copy unsaved text
              </Button>
            )}
            <Button size="small" onClick={() => closeWindow(host, workspace, id)}>
              Close the window
            </Button>
          </div>
        }
      >
        <LossWords loss={loss} title={title} isKept={isKept} />
      </Note>
    </div>
  );
}

function LossWords({
  loss,
  title,
  isKept,
}: {
  readonly loss: Loss;
  readonly title: string | undefined;
  readonly isKept: boolean;
}) {
  const workspaces = useLibrary()?.workspaces;
  if (loss.is === 'elsewhere') {
    const { title: name, workspace } = loss.facts;
    const home = workspaces?.find(({ id }) => id === workspace)?.title;
    return `“${name}” is in ${home === undefined ? 'another workspace' : `the workspace “${home}”`}.`;
  }
  if (loss.is === 'deleted') {
    const words = `“${loss.facts.title}” is in the trash.`;
    return isKept ? `${words} It stays open here. Restore it to save your changes.` : words;
  }
  if (isKept)
    return `“${title ?? 'This artifact'}” was deleted for good. What you see here is not stored anymore.`;
  return `This link leads to an artifact that doesn’t exist. It may have been deleted for good. (${loss.reason})`;
}
