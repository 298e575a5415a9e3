import type { McpServerState } from '@loggia/protocol';

export function errorState(message: string): McpServerState {
  return { kind: 'error', error: { errorType: 'mcpServer', message } };
}
