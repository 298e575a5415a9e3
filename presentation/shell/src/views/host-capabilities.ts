import type { OpenedSandbox } from '@loggia/protocol';
import type { McpUiHostCapabilities } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { ServerFacts } from './server-facts.ts';

const said = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} };

/** The capabilities that work for a View: what its server offers to Views, what the shell supports, and what was granted. */
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
