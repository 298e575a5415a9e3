import type { ModelMessage } from 'ai';

/** The most characters of one input or result that a summary is made from. */
const longestInput = 2_000;
const longestResult = 8_000;

/** A conversation as text, for a model that only reads it. */
export function transcriptText(messages: readonly ModelMessage[]): string {
  return messages.flatMap(linesOf).join('\n\n');
}

/** Texts that are each within the length and together are the whole; cut at the end of a line where possible. */
export function slices(text: string, length: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + length;
    const line = end < text.length ? text.lastIndexOf('\n', end) : -1;
    const next = line > at + length / 2 ? line : end;
    parts.push(text.slice(at, next));
    at = next;
  }
  return parts;
}

/** The beginning and the end of a text that is too long. */
export function clipped(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = Math.ceil(length * 0.75);
  return `${text.slice(0, head)}\n[…]\n${text.slice(text.length - (length - head))}`;
}

function linesOf({ role, content }: ModelMessage): string[] {
  const speaker = role === 'assistant' ? 'Assistant' : 'User';
  if (typeof content === 'string') return [`${speaker}: ${content}`];
  return content.flatMap((part): string[] => {
    switch (part.type) {
      case 'text':
        return [`${speaker}: ${part.text}`];
      case 'tool-call':
        return [`Tool call ${part.toolName}: ${clipped(JSON.stringify(part.input), longestInput)}`];
      case 'tool-result':
        return [`Result of ${part.toolName}: ${clipped(resultText(part.output), longestResult)}`];
      case 'image':
        return [`${speaker}: [an image]`];
      case 'file':
        return [`${speaker}: [the file ${part.filename ?? part.mediaType}]`];
      default:
        return [];
    }
  });
}

type Output = Extract<
  Extract<ModelMessage, { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>['output'];

function resultText(output: Output): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : '[an image]')).join('\n');
    default:
      return 'value' in output ? JSON.stringify(output.value) : '';
  }
}
