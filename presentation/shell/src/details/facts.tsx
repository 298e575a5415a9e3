import { who } from '@loggia/client';
import type { Artifact, TypeView } from '@loggia/protocol';
import { ChevronRight, Copy, FolderPlus, X } from 'lucide-react';
import { publish, unpublish } from '../artifacts/publishing.ts';
import { useHost } from '../host/host-context.tsx';
import { useLibrary } from '../host/use-channel.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Fact } from '../ui/facts.tsx';
import { Menu } from '../ui/menu.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { bytes } from '../ui/bytes.ts';
import { useExplanation } from './type-of.ts';
import { TypeReason } from './type-reason.tsx';

/** The facts about an artifact, apart from its content. */
export function Facts({
  artifact,
  type,
}: {
  readonly artifact: Artifact;
  readonly type: TypeView | undefined;
}) {
  const { content } = artifact;
  return (
    <div className="details-facts">
      <dl className="details-table">
        <Fact name="Type">
          {type?.label ?? 'Unknown'} <code>{artifact.type}</code>
        </Fact>
        <Fact name="Version">{artifact.version === 0 ? 'Never committed' : artifact.version}</Fact>
        {content && <Fact name="Size">{bytes(content.size)}</Fact>}
        {content && <Fact name="SHA-256">{<Hash hash={content.hash} />}</Fact>}
        <Fact name="Changed">
          <When at={artifact.modifiedAt} by={artifact.modifiedBy} />
        </Fact>
        <Fact name="Created">
          <When at={artifact.createdAt} by={artifact.createdBy} />
        </Fact>
        <Fact name="Id">
          <code>{artifact.id}</code>
        </Fact>
        <Fact name="Collections">
          <Collections artifact={artifact} />
        </Fact>
      </dl>
      <Why artifact={artifact} />
    </div>
  );
}

function When({ at, by }: { readonly at: string; readonly by: string }) {
  return (
    <>
      <TimeAgo at={at} /> by {who(by)}
    </>
  );
}

function Hash({ hash }: { readonly hash: string }) {
  const copy = (): void => attempt(copyText(hash).then(() => tell('Hash copied.')));
  return (
    <span className="details-hash">
      <code title={hash}>{hash.slice(0, 16)}…</code>
      <IconButton size="small" label="Copy hash" icon={<Copy />} onClick={copy} />
    </span>
  );
}

function Collections({ artifact }: { readonly artifact: Artifact }) {
  const host = useHost();
  const all = useLibrary()?.collections ?? [];
  const linked = artifact.collections;
  const title = (id: string): string => all.find((collection) => collection.id === id)?.title ?? id;
  const others = all.filter(({ id }) => !linked.includes(id));
  return (
    <span className="details-collections">
      {linked.map((id) => (
        <span key={id} className="details-chip">
          {title(id)}
          <button
            type="button"
            aria-label={`Remove from ${title(id)}`}
            onClick={() => attempt(unpublish(host, { id, title: title(id) }, [artifact]))}
          >
            <X aria-hidden />
          </button>
        </span>
      ))}
      {linked.length === 0 && <span className="details-muted">None</span>}
      {others.length > 0 && (
        <Menu
          trigger={
            <Button size="small" kind="quiet" icon={<FolderPlus />}>
              Publish to…
            </Button>
          }
          parts={others.map(({ id, title: name }) => ({
            id,
            label: name,
            run: () => attempt(publish(host, { id, title: name }, [artifact])),
          }))}
        />
      )}
    </span>
  );
}

function Why({ artifact }: { readonly artifact: Artifact }) {
  const { value, error, again } = useExplanation(artifact.workspace, artifact.type);
  return (
    <details className="details-why">
      <summary>
        <ChevronRight aria-hidden />
        Why this viewer?
      </summary>
      {error ? (
        <Failure error={error} retry={again} />
      ) : value ? (
        <TypeReason explanation={value.explanation} />
      ) : (
        <Skeleton style={{ height: 120 }} />
      )}
    </details>
  );
}
