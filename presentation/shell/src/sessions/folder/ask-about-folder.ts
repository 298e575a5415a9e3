import type { ShellHost } from '../../host/shell-host.ts';
import { askApproval } from '../../servers/approval/ask-approval.ts';

/** Asks whether what a folder configures may run, where nobody has decided yet; the question names every command. */
export async function askAboutFolder(host: Pick<ShellHost, 'ask'>, source: string): Promise<void> {
  const { review } = await host.ask('x-loggia/reviewTrust', { source });
  const isNew = review.parts.some(({ change }) => change === 'new' || change === 'changed');
  if (review.decision === 'undecided' && isNew) await askApproval(source);
}
