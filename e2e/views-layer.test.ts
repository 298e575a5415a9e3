import { ask } from '@loggia/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser, Product, type Conversation, type Screen } from './src/browser.ts';
import { settled, until } from './src/process/until.ts';
import { Probe, probeServer } from './src/views/probe.ts';

interface Shown {
  /** Where the frame is, as `left top width height`; undefined where it is not seen. */
  readonly frame: string | undefined;
  readonly slot: string;
  readonly kind: string | undefined;
}

/** Every View that has a slot on the page: where its frame is, and where it should be. */
function shown(page: Page): Promise<readonly Shown[]> {
  return page.evaluate(() => {
    const words = (element: Element): string => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left, top, width, height].map(Math.round).join(' ');
    };
    const seen = [...document.querySelectorAll<HTMLElement>('.view-frame')].filter(
      ({ style }) => style.visibility === 'visible',
    );
    return [...document.querySelectorAll<HTMLElement>('.view-slot')].map((slot) => {
      const frame = seen.find((other) => words(other) === words(slot));
      return { slot: words(slot), frame: frame && words(frame), kind: frame?.dataset['kind'] };
    });
  });
}

const inside = (probe: Probe): Promise<string> =>
  probe.frame.evaluate(() => `${window.innerWidth} ${window.innerHeight}`);

describe.skipIf(noBrowser !== undefined)('the layer of Views', () => {
  let product: Product;
  let first: Conversation;
  let screen: Screen;

  beforeAll(async () => {
    product = await Product.start({ probe: probeServer('probe') });
    first = await product.session('probe');
  });

  afterAll(async () => product[Symbol.asyncDispose]());

  async function show(view = 'plain'): Promise<{ chat: Conversation; probe: Probe }> {
    const chat = await first.another();
    const frame = await screen.newView(async () => {
      await chat.call(`show-${view}`);
      await screen.open(chat);
    });
    const probe = new Probe(frame);
    await probe.heard('ui/notifications/tool-result');
    return { chat, probe };
  }

  /** The frame lies over its slot, and the View's page is as large as that. */
  async function liesOver(kind: string, probe: Probe): Promise<string> {
    return until(`the View lies over its slot (${kind})`, async () => {
      const all = await shown(screen.page);
      const found = all.find((one) => one.kind === kind);
      const size = found?.slot.split(' ').slice(2).join(' ');
      return size !== undefined && size === (await inside(probe)) ? found?.slot : undefined;
    });
  }

  test('E6: a View follows its slot, and is never seen outside of what scrolls around it', async () => {
    screen = await product.screen();
    const { probe } = await show();
    const { page } = screen;
    await probe.notify('ui/notifications/size-changed', { height: 600 });
    await until('it is as tall as it wants', async () => (await inside(probe)).endsWith(' 600'));
    await screen.scrollUp();
    const before = await liesOver('inline', probe);
    await page.evaluate(() => {
      const slot = document.querySelector('.view-slot')?.closest('.view');
      const grown = document.createElement('div');
      grown.style.height = '120px';
      slot?.before(grown);
    });
    await until('it has moved', async () => (await liesOver('inline', probe)) !== before);
    const outside = (): Promise<boolean> =>
      page.evaluate(() => {
        const scroller = document.querySelector('.transcript-scroller')?.getBoundingClientRect();
        const frame = [...document.querySelectorAll('.view-page')].find((other) => other.isConnected);
        if (!scroller || !frame) return true;
        const x = scroller.left + scroller.width / 2;
        const above = document.elementFromPoint(x, scroller.top - 3);
        const below = document.elementFromPoint(x, scroller.bottom + 3);
        return above === frame || below === frame;
      });
    for (const by of [-2000, 150, 150, 150, 2000]) {
      await page.evaluate((top) => document.querySelector('.transcript-scroller')?.scrollBy(0, top), by);
      await until('it lies over its slot', async () =>
        (await shown(page)).every(({ frame, slot }) => frame === slot || frame === undefined),
      );
      expect(await outside()).toBe(false);
    }
  });

  test('E6: a wheel over a View scrolls the transcript', async () => {
    const scrolled = (): Promise<number> =>
      screen.page.evaluate(() => document.querySelector('.transcript-scroller')?.scrollTop ?? 0);
    const wheel = async (by: number): Promise<number> => {
      const before = await scrolled();
      await screen.page.mouse.wheel(0, by);
      const moved = until('it has scrolled', async () => (await scrolled()) !== before, 2000);
      await moved.catch(() => undefined);
      return settled('the transcript', async () => `${await scrolled()}`).then(Number);
    };
    // Now and then a Chromium without a window loses all wheels over a frame, also in a page with nothing else in it.
    await until('wheels come through', async () => {
      screen = await product.screen();
      const { probe } = await show();
      await probe.notify('ui/notifications/size-changed', { height: 5000 });
      await until('it is tall', async () => Number((await inside(probe)).split(' ')[1]) > 600);
      await until('it is at its beginning', async () => {
        await screen.scrollUp();
        return (await scrolled()) === 0;
      });
      const [left = 0, top = 0] = (await liesOver('inline', probe)).split(' ').map(Number);
      await screen.page.mouse.move(left + 200, top + 100);
      const down = await wheel(60);
      if (down === 0) return false;
      expect(down).toBe(60);
      const up = await wheel(-40);
      if (up === down) return false;
      expect(up).toBe(20);
      return true;
    });
    expect(screen.problems).toEqual([]);
  });

  test('E3: whoever writes and then puts a finger on a View has gone there', async () => {
    screen = await product.screen({ hasTouch: true });
    const { chat, probe } = await show();
    const { page } = screen;
    const input = probe.frame.locator('input');
    const refused = async (): Promise<readonly string[]> => {
      const lines = await product.audit(chat.session);
      return lines.map(({ method }) => method).filter((method) => method === 'focus' || method === 'stopped');
    };
    for (let times = 0; times < 4; times += 1) {
      await screen.composer.tap();
      await page.keyboard.type('a');
      // The shell treats a user who has just pressed a key as still typing.
      await page.waitForTimeout(1000);
      await input.tap();
      await page.keyboard.type('b');
    }
    expect(await input.inputValue()).toBe('bbbb');
    expect(await screen.composer.inputValue()).toBe('aaaa');
    expect(await refused()).toEqual([]);
    // Right after a key it may have been the View; whoever comes again is somebody.
    await screen.composer.tap();
    await page.keyboard.type('a');
    const box = await input.boundingBox();
    await until('one is in the View', async () => {
      await page.touchscreen.tap((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
      await page.waitForTimeout(500);
      return input.evaluate((element) => element.matches(':focus'));
    });
    expect(await refused()).not.toContain('stopped');
  });

  test('E8: a View is there again after a reload, and while its server is away says so', async () => {
    screen = await product.screen();
    const { chat, probe } = await show();
    const { page } = screen;
    await probe.notify('ui/notifications/size-changed', { height: 444 });
    await until('it is as tall as it wants', async () => (await inside(probe)).endsWith(' 444'));
    await page.reload();
    await page.locator('.view-slot[data-phase="ready"]').waitFor();
    const again = new Probe(await screen.view());
    await again.heard('ui/notifications/tool-result');
    await until('it is as tall as it was', async () => (await inside(again)).endsWith(' 444'));
    const { uri, id } = { uri: chat.session, id: chat.server('probe').id };
    product.client.ahp.dispatch(uri, { type: 'session/mcpServerStopRequested', id });
    await page.locator('.view-bar .badge', { hasText: 'is stopped' }).waitFor();
    const refused = await again.request('tools/call', { name: 'note', arguments: { text: 'x' } });
    expect(refused.error?.message).toContain('Start it');
    product.client.ahp.dispatch(uri, { type: 'session/mcpServerStartRequested', id });
    await chat.servers.until('probe', 'ready', 30_000);
    const loaded = await again.loaded;
    await until('its server answers', async () => {
      const { result } = await again.request('tools/call', { name: 'note', arguments: { text: 'y' } });
      return result !== undefined;
    });
    expect(await again.loaded).toBe(loaded);
  });

  test('E6: of very many Views the ones in sight are alive, and the others come back', async () => {
    screen = await product.screen();
    const { chat } = await show();
    for (let count = 1; count < 23; count += 1) await chat.completed('show-plain');
    const { page } = screen;
    const isReady = (which: 'first' | 'last'): Promise<boolean> =>
      page.evaluate((wanted) => {
        const slots = [...document.querySelectorAll<HTMLElement>('.view-slot')];
        return slots.at(wanted === 'first' ? 0 : -1)?.dataset['phase'] === 'ready';
      }, which);
    const edge = (await page.locator('.transcript-scroller').boundingBox())?.x ?? 0;
    await page.mouse.move(edge + 10, 400);
    for (let screens = 0; screens < 10; screens += 1) {
      await page.mouse.wheel(0, -1200);
      await until('the first on screen is there', () => isReady('first'), 30_000);
    }
    await until(
      'no more than twenty have a page',
      async () => (await screen.shownViews()).length <= 20,
      30_000,
    );
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await until('the last is back', () => isReady('last'), 30_000);
    await until('one lies over its slot', async () =>
      (await shown(page)).some(({ frame }) => frame !== undefined),
    );
    expect(screen.problems).toEqual([]);
  }, 180_000);

  /** The address of the page that waits for a View. */
  function waiting(): Promise<string> {
    return until('a page waits for a View', async () => {
      const holding = new Set(await screen.shownViews());
      return screen.views
        .find((frame) => !holding.has(frame))
        ?.parentFrame()
        ?.url();
    });
  }

  test('E3, E6: the next View of a kind gets the page that waits for it, unless the user has decided otherwise since', async () => {
    screen = await product.screen();
    const { chat } = await show();
    const pageOf = async (): Promise<string | undefined> => {
      const frame = await screen.newView(() => chat.call('show-plain'));
      await new Probe(frame).heard('ui/notifications/tool-result');
      return frame.parentFrame()?.url();
    };
    const early = await waiting();
    expect(await pageOf()).toBe(early);
    const second = await waiting();
    const server = chat.server('probe').id;
    const allow = (loosen: 'blob:'[]) =>
      ask(product.client.ahp, 'x-loggia/setViewPolicy', { server, loosen });
    await allow(['blob:']);
    expect(await pageOf()).not.toBe(second);
    await allow([]);
    expect(screen.proxies.map((proxy) => proxy.url())).not.toContain(second);
    expect(screen.problems).toEqual([]);
  });

  // Last: it leaves a window on the desk.
  test('E6: inline, window, small window and full screen are places for one and the same page', async () => {
    screen = await product.screen();
    const { probe } = await show();
    const { page } = screen;
    const loaded = await probe.loaded;
    await liesOver('inline', probe);
    await page.getByRole('button', { name: 'Open as a window' }).click();
    // The conversation stays on screen until the user leaves it.
    await page.getByRole('button', { name: 'Go to the desk' }).click();
    await liesOver('window', probe);
    await page
      .locator('.window .view-bar')
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Show in a small window' }).click();
    const before = await liesOver('pip', probe);
    await page
      .locator('.view-pip')
      .getByRole('button', { name: /^Move / })
      .focus();
    await page.keyboard.press('ArrowUp');
    await until('it has moved', async () => (await liesOver('pip', probe)) !== before);
    await page.locator('.view-pip').getByRole('button', { name: 'Show in full screen' }).click();
    expect(await liesOver('fullscreen', probe)).toMatch(/ 1440 \d+$/);
    await page.keyboard.press('Escape');
    await liesOver('window', probe);
    await page.goBack();
    await page.getByRole('button', { name: 'Open as a window' }).waitFor();
    await liesOver('inline', probe);
    expect(await probe.loaded).toBe(loaded);
    expect((await probe.received('ui/notifications/tool-input')).length).toBe(1);
    expect(await probe.heard('ui/notifications/host-context-changed')).not.toHaveProperty('theme');
  });
});
