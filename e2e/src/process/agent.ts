import type { DataDirectory } from './host-process.ts';

/** The host as an agent from elsewhere reaches it, with a token that opens everything to its person. */
export async function asAgent(data: DataDirectory, tool: string, given: object) {
  const { http, token } = data.endpoint();
  const response = await fetch(`${http}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: given },
    }),
  });
  const text = await response.text();
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
    result: { isError?: boolean; content: { text: string }[]; structuredContent?: Record<string, unknown> };
  };
  return { ...result, says: result.content[0]?.text ?? '' };
}
