import type { Collection } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { navigate } from '../navigation/use-route.ts';
import { confirm } from '../ui/question-queue.ts';

export async function deleteCollection(host: ShellHost, { id, title, count }: Collection): Promise<void> {
  const isSure = await confirm({
    title: `Delete the collection “${title}”?`,
    text:
      count === 0
        ? 'It is empty. This can’t be undone.'
        : `Only the collection is deleted: ${count === 1 ? 'the artifact in it stays' : `the ${count} artifacts in it stay`} in the workspace. This can’t be undone.`,
    action: 'Delete',
    danger: true,
  });
  if (!isSure) return;
  await host.ask('x-loggia/deleteCollection', { collection: id });
  navigate({ page: 'collections' });
}
