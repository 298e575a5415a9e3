import type { ToolCall } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import type { OpenedView } from './artifact-view.tsx';
import { viewUriOf } from './tool-result.ts';

/**
 * Opens the artifact that a call names, if the call's View is the one that opens this artifact, so that people can work
 * in it in a conversation as in a window. Any other View has no access to artifacts.
 */
export async function openCallArtifact(
  host: Pick<ShellHost, 'ask'>,
  call: ToolCall,
  input: Readonly<Record<string, unknown>> | undefined,
): Promise<OpenedView | undefined> {
  const artifact = input?.['artifact'];
  const { contributor } = call;
  const resourceUri = viewUriOf(call);
  if (typeof artifact !== 'string' || resourceUri === undefined || contributor?.kind !== 'mcp')
    return undefined;
  // Most tools use that parameter for something else, or the artifact is gone; then the View is shown like any other.
  const answer = await host.ask('x-loggia/openArtifact', { artifact }).catch(() => undefined);
  const opened = answer?.opened;
  if (opened?.kind !== 'view') return undefined;
  const isItsOwn = opened.server === contributor.customizationId && opened.resourceUri === resourceUri;
  if (!isItsOwn) return undefined;
  return opened;
}
