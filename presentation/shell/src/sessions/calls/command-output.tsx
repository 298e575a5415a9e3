import { plainOutput, type TerminalState, type ToolContent } from '@loggia/protocol';
import { SquareTerminal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { FoldedText } from './folded-text.tsx';

type TerminalContent = Extract<ToolContent, { type: 'terminal' }>;

/** A command that an agent ran in a terminal: what it has written so far, or in the end. One can only read here. */
export function CommandOutput({ content }: { readonly content: TerminalContent }) {
  const { title, resource, result } = content;
  return (
    <div className="call-block">
      <span className="call-block-title">
        <SquareTerminal aria-hidden />
        <code>{title}</code>
      </span>
      {result === undefined ? (
        <LiveOutput terminal={resource} />
      ) : (
        result.preview !== undefined &&
        result.preview !== '' && <FoldedText text={result.preview} label="Output of the command" />
      )}
      {result?.exitCode !== undefined && result.exitCode !== 0 && (
        <p className="call-cut">Exit code {result.exitCode}.</p>
      )}
      {result?.truncated === true && (
        <p className="call-cut">This is the end of the output. The terminal has more.</p>
      )}
    </div>
  );
}

const lastLines = 12;
const mostRead = 8_000;

/** The last lines of a terminal that runs. */
function LiveOutput({ terminal }: { readonly terminal: string }) {
  const { client } = useHost();
  const [text, setText] = useState('');
  useEffect(() => {
    const view = client.subscribe<TerminalState>(terminal);
    const read = (): void => setText(endOf(view.confirmed));
    const stop = view.subscribe(read);
    // A terminal that was removed meanwhile has nothing to show.
    view.ready.then(read, () => {});
    return () => {
      stop();
      view.dispose();
    };
  }, [client, terminal]);
  if (text === '') return null;
  return (
    <div className="call-text">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <pre className="scroll-area" tabIndex={0} aria-label="Output so far">
        {text}
      </pre>
    </div>
  );
}

function endOf(state: TerminalState | undefined): string {
  const last = state?.content.at(-1);
  // The whole may be long, and changes often.
  const value = last?.type === 'unclassified' ? last.value.slice(-mostRead) : '';
  const lines = plainOutput([{ type: 'unclassified', value }])
    .trimEnd()
    .split('\n');
  return lines.slice(-lastLines).join('\n');
}
