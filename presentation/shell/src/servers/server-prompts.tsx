import type { ServerPrompt, ServerReport } from '@loggia/protocol';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useAnswer } from '../host/use-answer.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Badge, Empty, Failure, Note, Skeleton } from '../ui/states.tsx';
import { Exchange } from './exchange.tsx';
import type { Values } from './named-values.tsx';
import { PromptForm, type Filled } from './prompt-form.tsx';
import { partsOf } from './result-parts.ts';
import type { Servers } from './use-servers.ts';

/** The prompts that the server offers, each with a form that shows what becomes of it. */
export function ServerPrompts({
  report,
  servers,
}: {
  readonly report: ServerReport;
  readonly servers: Servers;
}) {
  const isReady = report.state.kind === 'ready';
  const { value, error, again } = useAnswer(
    'x-loggia/listPrompts',
    isReady ? { server: report.id, ...servers.scope } : undefined,
  );
  if (!isReady && value === undefined)
    return <Note tone="info">“{report.name}” has to be ready before its prompts can be listed.</Note>;
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 120 }} />;
  if (value.prompts.length === 0)
    return (
      <Empty icon={<MessageSquareText />} title="No prompts">
        This server offers none.
      </Empty>
    );
  return (
    <ul className="tools">
      {value.prompts.map((prompt) => (
        <li key={prompt.name}>
          <Prompt prompt={prompt} servers={servers} />
        </li>
      ))}
    </ul>
  );
}

function Prompt({ prompt, servers }: { readonly prompt: ServerPrompt; readonly servers: Servers }) {
  const [filled, setFilled] = useState<{ readonly sent: Values; readonly got: Filled }>();
  const { name, title, description } = prompt;
  return (
    <details className="tool">
      <summary>
        <span className="tool-name">{title ?? name}</span>
        <span className="tool-says">{description}</span>
      </summary>
      <div className="tool-body">
        <PromptForm
          prompt={prompt}
          scope={servers.scope}
          action="Show messages"
          onFilled={(got, sent) => setFilled({ got, sent })}
        />
        {filled && (
          <section aria-label="Messages" className="tool-result">
            {filled.got.messages.map(({ role, content }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- messages have no other name than their place
              <div key={at}>
                <p>
                  <Badge>{role === 'assistant' ? 'Assistant' : 'User'}</Badge>
                </p>
                {partsOf({ content: [content] }).map((part) =>
                  part.kind === 'picture' ? (
                    <img key={part.at} src={part.source} alt="From the prompt" />
                  ) : (
                    <CodeBlock key={part.at} label={part.label ?? 'Text'} text={part.text} />
                  ),
                )}
              </div>
            ))}
            <Exchange method="prompts/get" params={{ name, arguments: filled.sent }} response={filled.got} />
          </section>
        )}
      </div>
    </details>
  );
}
