import type { ServerReport, ToolDefinition } from '@loggia/protocol';
import { Wrench } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useAnswer, type Answer } from '../host/use-answer.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Badge, Empty, Failure, Note, Skeleton } from '../ui/states.tsx';
import { PinSwitch } from './pin-switch.tsx';
import { ReviewSwitch } from './review-switch.tsx';
import type { Reviews } from './reviewed.ts';
import { ToolTrial } from './tool-trial.tsx';
import type { Servers } from './use-servers.ts';

/** The server's tools, each with its schema and a way to try it. */
export function ToolList({
  report,
  servers,
  isOn,
}: {
  readonly report: ServerReport;
  readonly servers: Servers;
  readonly isOn: boolean;
}) {
  const [text, setText] = useState('');
  const reviews = useAnswer('x-loggia/listReviews', {});
  const { workspace } = servers;
  const pins = useAnswer(
    'x-loggia/readWorkspaceSettings',
    servers.place === 'host' ? undefined : { workspace },
  );
  const isUp = isOn && report.trusted && report.state.kind === 'ready';
  const { value, error, again } = useAnswer(
    'x-loggia/listTools',
    isUp || servers.place === 'host' ? { server: report.id, ...servers.scope } : undefined,
  );
  // A server that stops for a moment, or waits for a sign-in, must not take the list from a user who is about to try a
  // tool.
  if (value === undefined && !isUp && servers.place !== 'host') {
    return (
      <Empty icon={<Wrench />} title="Tools not loaded yet">
        They are listed once the server is ready.
      </Empty>
    );
  }
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Loading />;
  const [missing] = value.missing;
  const wanted = text.trim().toLowerCase();
  const tools = value.tools.filter(({ tool }) =>
    `${tool.name} ${tool.title ?? ''} ${tool.description ?? ''}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      {missing && <Note tone="warning">{missing.reason}</Note>}
      {value.tools.length > 5 && (
        <input
          className="input"
          type="search"
          aria-label="Find a tool"
          placeholder={`Find one of ${value.tools.length} tools`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {value.tools.length === 0 && !missing && (
        <Empty icon={<Wrench />} title="No tools">
          This server offers none.
        </Empty>
      )}
      {value.tools.length > 0 && tools.length === 0 && <p className="servers-hint">No matching tools.</p>}
      {value.tools.length > 0 && <ReviewSwitch server={report.id} name={report.name} answer={reviews} />}
      {value.tools.length > 0 && <PinSwitch workspace={workspace} name={report.name} answer={pins} />}
      <ul className="tools">
        {tools.map(({ tool }) => (
          <li key={tool.name}>
            <Tool tool={tool} report={report} servers={servers} reviews={reviews} pins={pins} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Tool({
  tool,
  report,
  servers,
  reviews,
  pins,
}: {
  readonly tool: ToolDefinition;
  readonly report: ServerReport;
  readonly servers: Servers;
  readonly reviews: Answer<Reviews>;
  readonly pins: ComponentProps<typeof PinSwitch>['answer'];
}) {
  const [isOpen, setOpen] = useState(false);
  const title = tool.title ?? tool.annotations?.title;
  return (
    <details className="tool" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="tool-name">{tool.name}</span>
        {tool.annotations?.readOnlyHint === true && <Badge tone="success">Read-only</Badge>}
        {tool.annotations?.destructiveHint === true && <Badge tone="warning">Destructive</Badge>}
        {hasView(tool) && <Badge tone="accent">View</Badge>}
        <span className="tool-says">{firstLine(tool.description) ?? title}</span>
      </summary>
      {isOpen && (
        <div className="tool-body">
          {title !== undefined && <p className="tool-title">{title}</p>}
          {tool.description !== undefined && <p className="tool-description">{tool.description}</p>}
          <ReviewSwitch server={report.id} name={report.name} tool={tool.name} answer={reviews} />
          <PinSwitch workspace={servers.workspace} name={report.name} tool={tool.name} answer={pins} />
          <ToolTrial tool={tool} report={report} servers={servers} />
          <details className="tool-schema">
            <summary>Schema</summary>
            <CodeBlock
              label={`Schema of ${tool.name}`}
              text={JSON.stringify(
                {
                  inputSchema: tool.inputSchema,
                  ...(tool.outputSchema && { outputSchema: tool.outputSchema }),
                },
                null,
                2,
              ).slice(0, 100_000)}
            />
          </details>
        </div>
      )}
    </details>
  );
}

function firstLine(text: string | undefined): string | undefined {
  return text?.trim().split('\n')[0]?.slice(0, 200);
}

function hasView({ _meta }: ToolDefinition): boolean {
  const ui: unknown = _meta?.['ui'];
  return (
    (typeof ui === 'object' && ui !== null && 'resourceUri' in ui) || _meta?.['ui/resourceUri'] !== undefined
  );
}

function Loading() {
  return (
    <div className="servers-loading">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} style={{ height: 44 }} />
      ))}
    </div>
  );
}
