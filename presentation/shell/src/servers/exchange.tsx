import { Copy } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { copyText } from '../ui/copy-text.ts';
import { attempt, tell } from '../ui/toast-queue.ts';

const longest = 200_000;

/** A request to a server and its response, as JSON to read and copy. */
export function Exchange({
  method,
  params,
  response,
}: {
  readonly method: string;
  readonly params: unknown;
  readonly response: unknown;
}) {
  return (
    <details className="exchange">
      <summary>Request and response</summary>
      <Message label="Request" value={{ method, params }} />
      <Message label="Response" value={response} />
    </details>
  );
}

function Message({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? '';
  const shown =
    text.length > longest ? `${text.slice(0, longest)}\n… ${text.length - longest} more characters` : text;
  return (
    <div className="exchange-part">
      <div className="exchange-head">
        <span>{label}</span>
        <Button
          size="small"
          kind="quiet"
          icon={<Copy />}
          aria-label={`Copy the ${label.toLowerCase()}`}
          onClick={() => attempt(copyText(text).then(() => tell(`${label} copied.`)))}
        >
          Copy
        </Button>
      </div>
      <CodeBlock label={label} text={shown} />
    </div>
  );
}
