import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(where: object, options: object): Promise<AxeResults>;
}

export const screenSizes = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', viewport: { width: 390, height: 844 } },
] as const;

/** Looks at what is on screen in light, and in dark at the colors again. Leaves out what Views show: it is theirs. */
export async function seriousFindings(page: Page, at: string): Promise<readonly string[]> {
  const inLight = await inspect(page, at);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await inspect(page, `${at}, dark`, 'color-contrast');
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark];
}

async function inspect(page: Page, at: string, ...rules: readonly string[]): Promise<readonly string[]> {
  // Halfway between two colors nothing can be said of their contrast.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime ?? Infinity));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    ([only]): Promise<AxeResults> =>
      (window as unknown as { readonly axe: Axe }).axe.run(
        // Where the focus turns round at the edges of a menu, which never keeps it there.
        { exclude: ['[data-base-ui-focus-guard]'] },
        { iframes: false, resultTypes: ['violations'], ...(only.length > 0 && { runOnly: only }) },
      ),
    [[...rules]] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, any, all }) => {
        const why = [...any, ...all].map(({ message }) => message).join(' ');
        return `${at}: ${id} at ${html.slice(0, 160)}: ${why.slice(0, 160)}`;
      }),
    );
}
