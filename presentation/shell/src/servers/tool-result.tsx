import type { ExtensionResult } from '@loggia/client';
import { CodeBlock } from '../ui/code-block.tsx';
import { Badge } from '../ui/states.tsx';
import { partsOf } from './result-parts.ts';

/** The result of a tool as it came; none of it is treated as markup. */
export function ToolResult({
  result,
  ms,
}: {
  readonly result: ExtensionResult<'x-loggia/callTool'>;
  readonly ms: number;
}) {
  return (
    <section className="tool-result" aria-label="Result">
      <p>
        {result.isError === true ? <Badge tone="danger">Failed</Badge> : <Badge tone="success">Done</Badge>}
        <span className="servers-hint"> after {(ms / 1000).toFixed(1)} s</span>
      </p>
      {partsOf(result).map((part) =>
        part.kind === 'picture' ? (
          <img key={part.at} src={part.source} alt="From the tool" />
        ) : (
          <div key={part.at}>
            {part.label !== undefined && <p className="servers-hint">{part.label}</p>}
            <CodeBlock label={part.label ?? 'Text'} text={part.text} />
          </div>
        ),
      )}
    </section>
  );
}
