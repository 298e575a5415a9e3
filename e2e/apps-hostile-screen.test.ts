import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { plant } from './src/views/floods.ts';
import { documents, ProbeRig } from './src/views/probe-rig.ts';
import type { Probe } from './src/views/probe.ts';

const asking = (mode: string, everyMs: number): string =>
  `setInterval(() => parent.postMessage({ jsonrpc: '2.0', id: Math.random(), method: 'ui/request-display-mode', params: { mode: '${mode}' } }, '*'), ${everyMs})`;

/** Views that want the screen, leave their page, or hang. */
describe.skipIf(noBrowser !== undefined)(inBrowser('Views that take over, leave or hang'), () => {
  let rig: ProbeRig;

  beforeAll(async () => {
    rig = await ProbeRig.open('distrusted');
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  describe.each(documents)('with an origin that is $kind', ({ options }) => {
    const modes = ['fullscreen', 'pip'] as const;

    test.each(modes)(
      'E12: %s is not had without a gesture in the View, and the user is offered it',
      async (mode) => {
        const screen = await rig.product.screen(options);
        const { probe } = await rig.show(screen, 'plain');
        await probe.welcome();
        const panel = screen.page.locator(`.view-${mode}`);
        await plant(probe.frame, asking(mode, 30));
        expect(await probe.request('ui/request-display-mode', { mode })).toMatchObject({
          result: { mode: 'inline' },
        });
        const label = mode === 'pip' ? 'Show in a small window' : 'Show in full screen';
        const offered = screen.page.locator('.view-bar').getByText(label);
        await offered.waitFor();
        expect(await panel.count()).toBe(0);
        // The user's own button gives it, every mode says whose View it is, and what is left stays left.
        await offered.click();
        await panel.waitFor();
        expect(await panel.locator('.view-bar-server').innerText()).toBe('probe');
        const exit = mode === 'pip' ? 'Exit small window' : 'Exit full screen';
        await panel.getByRole('button', { name: exit }).click();
        await panel.waitFor({ state: 'detached' });
        await sleep(500);
        await screen.click(probe.frame, 'h1');
        await sleep(1000);
        expect(await panel.count()).toBe(0);
        // Until the user asks again.
        await screen.page.locator('.view-bar').getByRole('button', { name: label }).click();
        await panel.waitFor();
      },
    );

    test('E12: a gesture in the View gives it the screen, and Escape takes it back wherever the focus is', async () => {
      const screen = await rig.product.screen(options);
      const { probe } = await rig.show(screen, 'plain');
      await probe.welcome();
      const panel = screen.page.locator('.view-fullscreen');
      const enter = async (): Promise<void> => {
        await screen.click(probe.frame, 'h1');
        expect(await probe.request('ui/request-display-mode', { mode: 'fullscreen' })).toMatchObject({
          result: { mode: 'fullscreen' },
        });
        await panel.waitFor();
      };
      await enter();
      await screen.page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      await screen.page.locator('.view-bar').getByRole('button', { name: 'Show in full screen' }).click();
      await panel.waitFor();
      await screen.focusIn(probe.frame, 'input');
      await screen.page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
    });

    test('E12: a View that asks in the handler of a click gets the screen', async () => {
      const screen = await rig.product.screen(options);
      const { probe } = await rig.show(screen, 'plain');
      await probe.welcome();
      const panel = screen.page.locator('.view-fullscreen');
      await plant(
        probe.frame,
        `addEventListener('pointerdown', () => parent.postMessage({ jsonrpc: '2.0', id: 'click', method: 'ui/request-display-mode', params: { mode: 'fullscreen' } }, '*'), true)`,
      );
      await screen.click(probe.frame, 'h1');
      await panel.waitFor();
    });

    const leavings: Readonly<Record<string, readonly [code: string, says: RegExp]>> = {
      'a link': [
        `const a = document.createElement('a'); a.href = 'https://elsewhere.example/page'; document.body.append(a); a.click()`,
        /tried to open https:\/\/elsewhere\.example/,
      ],
      'an address': [`location.href = 'https://elsewhere.example/page'`, /tried to open https:\/\/elsewhere/],
      'a form': [
        `const f = document.createElement('form'); document.body.append(f); f.submit()`,
        /navigated away|tried to open/,
      ],
      'a refresh': [
        `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=refresh content="0;url=https://elsewhere.example/">')`,
        /tried to open https:\/\/elsewhere/,
      ],
      'itself, loaded anew': [`location.reload()`, /navigated away/],
    };
    test('E11: a View that leaves its page says so in its place, and can be run again', async () => {
      const screen = await rig.product.screen(options);
      const chat = await rig.first.another();
      await screen.open(chat);
      for (const [name, [code, says]] of Object.entries(leavings)) {
        const frame = await screen.newView(() => chat.call('show-plain', { leaves: name }));
        const place = screen.page.locator('[data-view-slot]').last();
        await plant(frame, code);
        await place.getByText('This View left its page').waitFor({ timeout: 20_000 });
        expect(await place.innerText()).toMatch(says);
        await screen.newView(() => place.getByRole('button', { name: 'Run again' }).click());
      }
    });
  });

  test('E11: a View that hangs says so, and can be run again', async () => {
    const screen = await rig.product.screen();
    const { probe } = await rig.show(screen, 'plain');
    await probe.welcome();
    await plant(probe.frame, 'for (;;);');
    const bar = screen.page.locator('.view-bar');
    await bar.getByText('Not responding').waitFor({ timeout: 60_000 });
    await screen.answers();
    const again = await screen.newView(() => bar.getByRole('button', { name: 'Run again' }).click());
    await until('it is there', () => again.locator('h1').isVisible());
    expect(await bar.getByText('Not responding').count()).toBe(0);
  });

  test('E4: a request with params that are none gets an error', async () => {
    const screen = await rig.product.screen();
    const { probe } = await rig.show(screen, 'plain');
    await probe.welcome();
    const errors = await probe.frame.evaluate(async () => {
      const { probe: own } = window as unknown as { probe: Pick<Probe, 'request'> };
      const request = own.request as (
        method: string,
        params: unknown,
      ) => Promise<{ error?: { code: number } }>;
      const answers = await Promise.all(
        [null, 7, 'text', [], true].map((given) => request('tools/call', given)),
      );
      return answers.map(({ error }) => error?.code);
    });
    expect(errors).toEqual([-32602, -32602, -32602, -32602, -32602]);
  });
});
