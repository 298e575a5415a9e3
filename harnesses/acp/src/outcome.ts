import type { Media, ToolOutcome } from '@loggia/sessions/harness';
import type { CallToolResult } from '@modelcontextprotocol/server';

type Content = CallToolResult['content'][number];

/**
 * An outcome as a model reads it. It has neither structured content nor metadata, because some agents would show their
 * model these in place of the text.
 */
export function resultOf(outcome: ToolOutcome): CallToolResult {
  switch (outcome.kind) {
    case 'done':
      return {
        content: [{ type: 'text', text: outcome.text }, ...(outcome.media ?? []).flatMap(mediaContent)],
      };
    case 'failed':
      return failedResult(outcome.message);
    case 'denied':
      return failedResult(
        `The user denied this call.${outcome.message === undefined ? '' : ` ${outcome.message}`}`,
      );
  }
}

export function failedResult(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: message }] };
}

function mediaContent({ data, contentType: mimeType }: Media): Content[] {
  if (mimeType.startsWith('image/')) return [{ type: 'image', data, mimeType }];
  if (mimeType.startsWith('audio/')) return [{ type: 'audio', data, mimeType }];
  return [];
}
