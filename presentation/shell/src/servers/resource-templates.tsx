import type { McpServerCustomization, ServerReport } from '@loggia/protocol';
import { FileBox } from 'lucide-react';
import { useMemo, useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { PagedList } from '../host/paged-list.ts';
import { usePagedList } from '../host/use-paged-list.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty, Failure, Note, Skeleton } from '../ui/states.tsx';
import { NamedValues, type Values } from './named-values.tsx';
import { readContents, readTemplates, type ResourceText, type Template } from './resource-answers.ts';
import { ResourceTexts } from './resource-texts.tsx';
import { expandTemplate, variablesOf } from './uri-template.ts';

/** Resources that are read by filling in an address. */
export function ResourceTemplates({
  report,
  customization,
}: {
  readonly report: ServerReport;
  readonly customization: McpServerCustomization | undefined;
}) {
  const channel = customization?.channel;
  if (channel === undefined)
    return <Note tone="info">“{report.name}” has to be ready in a workspace or a session.</Note>;
  if (customization?.mcpApp?.capabilities.serverResources === undefined) return <NoTemplates />;
  return <Templates key={channel} channel={channel} />;
}

function NoTemplates() {
  return (
    <Empty icon={<FileBox />} title="No templates">
      This server offers none.
    </Empty>
  );
}

function Templates({ channel }: { readonly channel: string }) {
  const { client } = useHost();
  const list = useMemo(
    () =>
      new PagedList<Template>({
        read: async (cursor) =>
          readTemplates(
            await client.call('resources/templates/list', {
              channel,
              ...(cursor !== undefined && { cursor }),
            }),
          ),
      }),
    [client, channel],
  );
  const { entries, error, isLoading, hasMore } = usePagedList(list);
  if (entries === undefined)
    return error ? <Failure error={error} retry={() => list.more()} /> : <Skeleton style={{ height: 120 }} />;
  if (entries.length === 0) return <NoTemplates />;
  return (
    <>
      {error && <Failure error={error} retry={() => list.more()} />}
      <ul className="server-resources">
        {entries.map((template) => (
          <li key={template.uriTemplate}>
            <TemplateRow channel={channel} template={template} />
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

function TemplateRow({ channel, template }: { readonly channel: string; readonly template: Template }) {
  const { client } = useHost();
  const { uriTemplate, name, title, description, mimeType } = template;
  const [values, setValues] = useState<Values>({});
  const [texts, setTexts] = useState<readonly ResourceText[]>();
  const [error, setError] = useState<Error>();
  const names = useMemo(
    () => variablesOf(uriTemplate).map((variable) => ({ name: variable, isRequired: false })),
    [uriTemplate],
  );
  const uri = expandTemplate(uriTemplate, values);
  const read = (): void => {
    setError(undefined);
    client.call('resources/read', { channel, uri }).then(
      (answer) => setTexts(readContents(answer)),
      (problem: unknown) => {
        setTexts(undefined);
        setError(asError(problem));
      },
    );
  };
  return (
    <details className="tool">
      <summary>
        <span className="tool-name">{title ?? name}</span>
        {mimeType !== undefined && <Badge>{mimeType}</Badge>}
        <span className="tool-says">{description ?? uriTemplate}</span>
      </summary>
      <div className="tool-body">
        <form
          className="tool-form"
          aria-label={`Fill in ${title ?? name}`}
          onSubmit={(event) => {
            event.preventDefault();
            read();
          }}
        >
          <NamedValues names={names} values={values} change={setValues} />
          <p>
            <code>{uri}</code>
          </p>
          <div className="tool-form-foot">
            <Button type="submit">Read resource</Button>
          </div>
        </form>
        {error && <Failure error={error} />}
        {texts && <ResourceTexts name={name} texts={texts} />}
      </div>
    </details>
  );
}
