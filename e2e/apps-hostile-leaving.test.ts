import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser } from './src/browser.ts';
import { AttackScene, expectUnharmed, patience } from './src/views/attack-scene.ts';
import { leaving } from './src/views/attacks.ts';
import { documents, ProbeRig } from './src/views/probe-rig.ts';
import { Probe } from './src/views/probe.ts';

/** Views that mean harm, in the real shell. Nothing gets out, nothing gets in, and the user can go on working. */
describe.skipIf(noBrowser !== undefined)(inBrowser('hostile Views that leave'), () => {
  let rig: ProbeRig;

  beforeAll(async () => {
    rig = await ProbeRig.open('distrusted');
  });
  afterAll(() => rig[Symbol.asyncDispose]());
  beforeEach(() => rig.stranger.forget());

  describe.each(documents)('with an origin that is $kind', ({ options }) => {
    let scene: AttackScene;

    async function arrive(): Promise<void> {
      scene = await AttackScene.open(rig, options);
    }

    describe('that leaves', () => {
      beforeAll(arrive);
      // Only so many Views live at a time, and the victim would be the first to go.
      beforeEach(async () => {
        if (scene.screen.proxies.length < 10) return;
        await scene.screen.context.close();
        await arrive();
      });
      afterEach(({ task }) => scene.screen.pictureOfFailure(task));
      afterAll(() => scene.screen.context.close());

      test.each(Object.entries(leaving))(
        'E3: %s, it tells nobody and takes nobody along',
        async (_, attack) => {
          const { screen, chat, victim } = scene;
          const leaver = new Probe(await screen.newView(() => chat.call('show-plain', { role: 'leaver' })));
          await leaver.heard('ui/notifications/tool-result');
          await scene.attempt(attack, leaver);
          await sleep(patience / 3);
          expect(await victim.request('ping')).toMatchObject({ result: {} });
          await expectUnharmed(scene);
        },
      );
    });
  });
});
