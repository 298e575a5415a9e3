import { workspaceUri, type Hit, type LibraryState, type WorkspaceState } from '@loggia/protocol';
import { MessageSquareText } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useChannel } from '../host/use-channel.ts';
import { formatRoute, type Route } from '../navigation/route.ts';
import { goTo } from '../palette/go.ts';
import { Badge } from '../ui/states.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { Highlighted } from '../ui/highlighted.tsx';

interface RowProps {
  readonly library: LibraryState | undefined;
  readonly tabIndex: number;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** One result: its type, the matching text, its location and age. */
export function HitRow({
  hit,
  messageRoute,
  ...row
}: RowProps & { readonly hit: Hit; messageRoute(hit: Hit & { readonly kind: 'message' }): Route }) {
  if (hit.kind === 'artifact') return <ArtifactRow {...row} hit={hit} />;
  return hit.kind === 'message' ? <MessageRow {...row} hit={hit} route={messageRoute(hit)} /> : null;
}

function ArtifactRow({
  hit,
  library,
  ...link
}: RowProps & { readonly hit: Extract<Hit, { kind: 'artifact' }> }) {
  const host = useHost();
  const { id, workspace, type, title, state, modifiedAt, collections } = hit.artifact;
  const types = useChannel<WorkspaceState>(workspaceUri(workspace))?.state?.types;
  const view = types?.find(({ mime }) => mime === type);
  const where = [
    library?.workspaces.find((one) => one.id === workspace)?.title,
    ...collections.map((known) => library?.collections.find((one) => one.id === known)?.title),
  ].filter((part) => part !== undefined);
  return (
    <a
      {...link}
      className="search-hit"
      href={formatRoute({ page: 'desk', workspace })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        goTo(host, { to: 'artifact', workspace, artifact: id, title });
      }}
    >
      <TypeIcon type={view} />
      <span className="search-hit-text">
        <span className="search-hit-title">
          <Highlighted parts={hit.title.length > 0 ? hit.title : [{ text: title }]} />
          {state === 'draft' && <Badge tone="warning">Draft</Badge>}
          {state === 'archived' && <Badge>Archived</Badge>}
        </span>
        {hit.snippet.length > 0 && (
          <span className="search-hit-snippet">
            <Highlighted parts={hit.snippet} />
          </span>
        )}
        <Facts parts={[view?.label ?? type, ...where]} at={modifiedAt} />
      </span>
    </a>
  );
}

function MessageRow({
  hit,
  route,
  library,
  ...link
}: RowProps & { readonly hit: Extract<Hit, { kind: 'message' }>; readonly route: Route }) {
  const where = library?.workspaces.find(({ id }) => id === route.workspace)?.title;
  return (
    <a {...link} className="search-hit" href={formatRoute(route)}>
      <span className="type-icon" aria-hidden>
        <MessageSquareText />
      </span>
      <span className="search-hit-text">
        <span className="search-hit-title">
          {hit.title.length > 0 ? <Highlighted parts={hit.title} /> : 'Untitled session'}
        </span>
        <span className="search-hit-snippet">
          <Highlighted parts={hit.snippet} />
        </span>
        <Facts parts={['Message', ...(where === undefined ? [] : [where])]} at={hit.at} />
      </span>
    </a>
  );
}

function Facts({ parts, at }: { readonly parts: readonly string[]; readonly at: string }) {
  return (
    <span className="search-hit-facts">
      {parts.join(' · ')}
      {' · '}
      <TimeAgo at={at} />
    </span>
  );
}
