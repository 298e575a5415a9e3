import type { Collection } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { navigate } from '../navigation/use-route.ts';
import { confirm } from '../ui/confirm.tsx';
import { complain, tell } from '../ui/toasts.tsx';

interface Named {
  readonly id: string;
  readonly title: string;
}

const calledBy = (artifacts: readonly Named[]): string =>
  artifacts.length === 1 ? `“${artifacts[0]?.title}”` : `${artifacts.length} artifacts`;

export async function publish(
  host: ShellHost,
  { id, title }: Pick<Collection, 'id' | 'title'>,
  artifacts: readonly Named[],
): Promise<void> {
  await host.ask('x-loggia/linkArtifacts', { collection: id, artifacts: artifacts.map((one) => one.id) });
  tell(`${calledBy(artifacts)} published in ${title}.`, {
    action: { label: 'Show', run: () => navigate({ page: 'collections', collection: id }) },
  });
}

export async function withdraw(
  host: ShellHost,
  { id, title }: Pick<Collection, 'id' | 'title'>,
  artifacts: readonly Named[],
): Promise<void> {
  const params = { collection: id, artifacts: artifacts.map((one) => one.id) };
  await host.ask('x-loggia/unlinkArtifacts', params);
  tell(`${calledBy(artifacts)} taken out of ${title}.`, {
    undo: () => {
      host.ask('x-loggia/linkArtifacts', params).catch((error: unknown) => complain(error));
    },
  });
}

export async function deleteCollection(host: ShellHost, { id, title, count }: Collection): Promise<void> {
  const isSure = await confirm({
    title: `Delete the collection “${title}”?`,
    text:
      count === 0
        ? 'It is empty. This cannot be taken back.'
        : `The ${count === 1 ? 'artifact in it stays' : `${count} artifacts in it stay`} where they are; only the collection goes. This cannot be taken back.`,
    action: 'Delete',
    danger: true,
  });
  if (!isSure) return;
  await host.ask('x-loggia/deleteCollection', { collection: id });
  navigate({ page: 'collections' });
}
