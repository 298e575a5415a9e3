import type { McpServerCustomization, ServerReport } from '@loggia/protocol';
import { FileBox } from 'lucide-react';
import { useMemo, useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { PagedList } from '../host/paged-list.ts';
import { usePagedList } from '../host/use-paged-list.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty, Failure, Note, Skeleton } from '../ui/states.tsx';
import { readContents, readPage, type Resource, type ResourceText } from './resource-answers.ts';
import { ResourceTexts } from './resource-texts.tsx';
import type { Place } from './use-servers.ts';

/** The server's resources, read over the channel that its Views use. */
export function ServerResources({
  report,
  customization,
  place,
}: {
  readonly report: ServerReport;
  readonly customization: McpServerCustomization | undefined;
  readonly place: Place['kind'];
}) {
  const channel = customization?.channel;
  const offers = customization?.mcpApp?.capabilities.serverResources !== undefined;
  if (place === 'host') {
    return <Note tone="info">Resources are shown for the servers of a workspace or a session.</Note>;
  }
  if (channel === undefined) {
    return <Note tone="info">“{report.name}” has to be ready before its resources can be read.</Note>;
  }
  if (!offers) {
    return (
      <Empty icon={<FileBox />} title="No resources">
        This server offers none.
      </Empty>
    );
  }
  return <Resources key={channel} channel={channel} />;
}

function Resources({ channel }: { readonly channel: string }) {
  const { client } = useHost();
  const list = useMemo(
    () =>
      new PagedList<Resource>({
        read: async (cursor) =>
          readPage(await client.call('resources/list', { channel, ...(cursor !== undefined && { cursor }) })),
      }),
    [client, channel],
  );
  const { entries, error, isLoading, hasMore } = usePagedList(list);
  if (entries === undefined) {
    return error ? <Failure error={error} retry={() => list.more()} /> : <Skeleton style={{ height: 120 }} />;
  }
  if (entries.length === 0) {
    return (
      <Empty icon={<FileBox />} title="No resources">
        This server lists none right now.
      </Empty>
    );
  }
  return (
    <>
      {error && <Failure error={error} retry={() => list.more()} />}
      <ul className="server-resources">
        {entries.map((resource) => (
          <li key={resource.uri}>
            <ResourceRow channel={channel} resource={resource} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button disabled={isLoading} onClick={() => list.more()}>
          Show more
        </Button>
      )}
    </>
  );
}

function ResourceRow({ channel, resource }: { readonly channel: string; readonly resource: Resource }) {
  const host = useHost();
  const [texts, setTexts] = useState<readonly ResourceText[]>();
  const [error, setError] = useState<Error>();
  const read = (isOpen: boolean): void => {
    if (!isOpen || texts !== undefined) return;
    setError(undefined);
    host.client.call('resources/read', { channel, uri: resource.uri }).then(
      (answer) => setTexts(readContents(answer)),
      (problem: unknown) => setError(asError(problem)),
    );
  };
  return (
    <details className="tool" onToggle={(event) => read(event.currentTarget.open)}>
      <summary>
        <span className="tool-name">{resource.title ?? resource.name}</span>
        {resource.mimeType !== undefined && <Badge>{resource.mimeType}</Badge>}
        <span className="tool-says">{resource.description ?? resource.uri}</span>
      </summary>
      <div className="tool-body">
        <p>
          <code>{resource.uri}</code>
        </p>
        {error && <Failure error={error} retry={() => read(true)} />}
        {texts === undefined && !error && <Skeleton style={{ height: 60 }} />}
        {texts && <ResourceTexts name={resource.name} texts={texts} />}
      </div>
    </details>
  );
}
