import type { OpenedSandbox } from '@loggia/protocol';
import type { McpUiHostCapabilities } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { ServerFacts } from './server-facts.ts';

const said = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} };

/** What works for a View, and nothing else: what its server has for Views, what the shell does, what was granted. */
export function hostCapabilities(
  { serverTools, serverResources, sampling }: ServerFacts['capabilities'],
  { granted }: Pick<OpenedSandbox, 'granted'>,
): McpUiHostCapabilities {
  const { csp, permissions } = granted;
  const capabilities = {
    openLinks: {},
    downloadFile: {},
    logging: {},
    message: said,
    updateModelContext: { ...said, structuredContent: {} },
    ...(serverTools && { serverTools }),
    ...(serverResources && { serverResources }),
    ...(sampling && { sampling }),
    sandbox: { ...(csp && { csp }), ...(permissions && { permissions }) },
  };
  return capabilities as McpUiHostCapabilities;
}
