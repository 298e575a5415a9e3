import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';

const mostLines = 14;
const mostCharacters = 3000;
/** Beyond this a browser would take long to lay it out. */
const mostAtAll = 400_000;

/** Text as it is, the beginning of it until somebody wants to see all. */
export function FoldedText({ text, label }: { readonly text: string; readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const beginning = text.split('\n', mostLines).join('\n').slice(0, mostCharacters);
  const isLong = beginning.length < text.length;
  const shown = isOpen ? text.slice(0, mostAtAll) : beginning;
  return (
    <div className="call-text">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <pre id={id} className="scroll-area" tabIndex={0} aria-label={label}>
        {shown}
        {isOpen && text.length > mostAtAll && `\n… ${text.length - mostAtAll} more characters`}
      </pre>
      {isLong && (
        <Button
          kind="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : `Show all ${text.length.toLocaleString()} characters`}
        </Button>
      )}
    </div>
  );
}
