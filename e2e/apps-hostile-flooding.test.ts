import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, type Conversation, type Screen } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { floods, plant, type Realm } from './src/views/floods.ts';
import { inputDelay } from './src/views/input-delay.ts';
import { ProbeRig } from './src/views/probe-rig.ts';
import { Probe } from './src/views/probe.ts';

/** With FIGURES set, what was measured is printed. */
const wantsFigures = process.env['FIGURES'] !== undefined;

/** Views that send without measure, in the real shell. They are stopped, and the user goes on typing. */
describe.skipIf(noBrowser !== undefined)(inBrowser('hostile Views that flood'), () => {
  let rig: ProbeRig;

  beforeAll(async () => {
    rig = await ProbeRig.open('distrusted');
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  describe.each<Realm>(['view', 'page'])('from the %s', (realm) => {
    let screen: Screen;
    let chat: Conversation;
    beforeAll(async () => {
      screen = await rig.product.sharedScreen();
      chat = await rig.first.another();
      await screen.open(chat);
    });
    afterEach(({ task }) => screen.pictureOfFailure(task));
    afterAll(() => screen.context.close());
    const stopped = () => screen.page.locator('[data-view-slot][data-phase="stopped"]');

    // From within the page there is only one way; what goes through the View is proven above.
    const chosen = Object.entries(floods).filter(
      ([name]) => realm === 'view' || !/frame in it|to the shell/.test(name),
    );
    test.each(chosen)('E11: %s: it is stopped, and the shell answers', async (name, code) => {
      // Otherwise the View stopped by the previous test would keep this one from being shown.
      await screen.page.evaluate(() => localStorage.removeItem('loggia.stopped-views'));
      const view = new Probe(await screen.newView(() => chat.call('show-plain', { role: 'flood' })));
      await view.heard('ui/notifications/tool-result');
      await screen.composer.focus();
      await plant(view.frame, code, realm);
      // Rows out of sight are not in the document; this one is the last.
      const place = screen.page.locator('[data-view-slot]').last();
      const over = until(
        'it is stopped',
        async () => (await place.getAttribute('data-phase')) === 'stopped',
        60_000,
      );
      const delay = await inputDelay(screen.page, over);
      await over;
      if (wantsFigures) console.log(JSON.stringify({ flood: name, realm, ...delay }));
      // This tells what works from what hangs; how quick it is, is measured on a machine that does nothing else.
      expect(delay.p95).toBeLessThan(2000);
      await until('its page is gone', () => view.frame.isDetached());
      await screen.answers();
    });

    test('E11: they stay stopped when the page is loaded anew, until the user runs one', async () => {
      await screen.page.reload();
      await stopped().first().waitFor();
      expect(await screen.page.getByText('This View was stopped').count()).toBeGreaterThan(0);
      expect(await screen.shownViews()).toEqual([]);
      await screen.answers();
      const view = await screen.newView(() =>
        stopped().last().getByRole('button', { name: 'Run again' }).click(),
      );
      await new Probe(view).heard('ui/notifications/tool-result');
    });
  });
});
