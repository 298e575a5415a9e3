import type { Browser } from 'playwright-core';

/** Until nothing has been added for a while. */
async function quiet(count: () => number): Promise<void> {
  for (let before = -1; before !== count();) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

/**
 * The compressed bytes of the shell that a browser loads before it shows a first desk; pictures on cards are content.
 */
export async function firstLoad(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol === 'http:' && !pathname.startsWith('/api/'))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(address);
  await page.locator('.frame').waitFor();
  await quiet(() => sizes.length);
  const sum = (await Promise.all(sizes)).reduce((whole, size) => whole + size, 0);
  await context.close();
  return sum;
}
