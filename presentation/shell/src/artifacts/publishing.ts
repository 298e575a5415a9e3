import type { Collection } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { navigate } from '../navigation/use-route.ts';
import { attempt, tell } from '../ui/toast-queue.ts';
import { named } from './named.ts';

interface Titled {
  readonly id: string;
  readonly title: string;
}

type CollectionName = Pick<Collection, 'id' | 'title'>;

export async function publish(
  host: ShellHost,
  { id, title }: CollectionName,
  artifacts: readonly Titled[],
): Promise<void> {
  await host.ask('x-loggia/linkArtifacts', { collection: id, artifacts: artifacts.map((one) => one.id) });
  tell(`${named(artifacts)} published in ${title}.`, {
    action: { label: 'Show', run: () => navigate({ page: 'collections', collection: id }) },
  });
}

export async function unpublish(
  host: ShellHost,
  { id, title }: CollectionName,
  artifacts: readonly Titled[],
): Promise<void> {
  const params = { collection: id, artifacts: artifacts.map((one) => one.id) };
  await host.ask('x-loggia/unlinkArtifacts', params);
  tell(`${named(artifacts)} removed from ${title}.`, {
    undo: () => attempt(host.ask('x-loggia/linkArtifacts', params)),
  });
}
