import { workspaceUri, type WorkspaceState } from '@loggia/protocol';
import type { Locator } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Product, Screen } from '../browser.ts';

/** Opens an artifact in a window by its address, for the test that asks for it. */
export async function opened(
  product: Product,
  { page }: Screen,
  artifact: { readonly id: string; readonly workspace: string; readonly title: string },
  version?: number,
): Promise<Locator> {
  const parts = [artifact.workspace, 'artifact', artifact.id, ...(version === undefined ? [] : [version])];
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `#/${parts.join('/')}`,
  );
  const front = page.locator('.floating .window[data-front=true]', { hasText: artifact.title });
  await front.waitFor();
  const id = await front.getAttribute('data-window');
  onTestFinished(() => forgetWindows(product, artifact.workspace));
  return page.locator(`.floating .window[data-window="${id}"]`);
}

/** The next browser begins with an empty desk. */
async function forgetWindows(product: Product, workspace: string): Promise<void> {
  const desk = product.client.ahp.subscribe<WorkspaceState>(workspaceUri(workspace));
  await desk.ready;
  for (const { id } of desk.state?.windows ?? [])
    await desk.dispatch({ type: 'x-loggia/windowRemoved', id } as never).settled;
  desk.dispose();
}

/** The text of an editor that is short enough to be drawn whole. */
export function textIn(editor: Locator): Promise<string> {
  return editor.evaluate((element) =>
    [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );
}
