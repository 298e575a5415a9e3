import { workspaceUri, type WorkspaceState } from '@loggia/protocol';
import type { Locator } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Product, Screen } from '../browser.ts';

/** Opens an artifact in a window, for the test that asks for it. */
export async function opened(
  product: Product,
  { page }: Screen,
  artifact: { readonly id: string; readonly workspace: string; readonly title: string },
  version?: number,
): Promise<Locator> {
  const desk = product.client.ahp.subscribe<WorkspaceState>(workspaceUri(artifact.workspace));
  await desk.ready;
  const id = `test-${artifact.id}`;
  const target = {
    kind: 'artifact' as const,
    artifact: artifact.id,
    ...(version !== undefined && { version }),
  };
  const place = { x: 20, y: 20, width: 820, height: 620, order: 1 };
  desk.dispatch({
    type: 'x-loggia/windowSet',
    window: { id, target, title: artifact.title, ...place },
  } as never);
  onTestFinished(async () => {
    await desk.dispatch({ type: 'x-loggia/windowRemoved', id } as never).settled;
    desk.dispose();
  });
  const pane = page.locator('.floating .window', { hasText: artifact.title }).first();
  await pane.waitFor();
  return pane;
}
