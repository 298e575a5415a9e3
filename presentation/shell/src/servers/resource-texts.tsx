import { bytes } from '../ui/bytes.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import type { ResourceText } from './resource-answers.ts';

/** The contents of a resource as text; for anything else, its size. */
export function ResourceTexts({
  name,
  texts,
}: {
  readonly name: string;
  readonly texts: readonly ResourceText[];
}) {
  return texts.map((part) => (
    <div key={part.at}>
      {part.size === undefined ? (
        <CodeBlock label={name} text={part.text} />
      ) : (
        <p className="servers-hint">{bytes(part.size)} that aren’t text.</p>
      )}
      {part.note !== undefined && <p className="servers-hint">{part.note}</p>}
    </div>
  ));
}
