import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '@loggia/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser } from './src/browser.ts';
import { rawRequest, upgradeStatus } from './src/process/raw-request.ts';
import { until } from './src/process/until.ts';
import { Stranger } from './src/sandbox/stranger.ts';
import { AttackScene, expectSilence, expectUnharmed, keptOut, patience } from './src/views/attack-scene.ts';
import { imposing, ownStores, peering, reaching, telling } from './src/views/attacks.ts';
import { grasping, tellingOddly } from './src/views/more-attacks.ts';
import { documents, ProbeRig } from './src/views/probe-rig.ts';

/** Views that mean harm, in the real shell. Nothing gets out, nothing gets in, and the user can go on working. */
describe.skipIf(noBrowser !== undefined)(inBrowser('hostile Views that look around'), () => {
  let rig: ProbeRig;

  beforeAll(async () => {
    rig = await ProbeRig.open('distrusted');
  });
  afterAll(() => rig[Symbol.asyncDispose]());
  beforeEach(() => rig.stranger.forget());

  test('E3: the listener hears what is sent to it', async () => {
    const control = await Stranger.open();
    await fetch(`${control.origin}/control`);
    expect(control.requests).toEqual(['GET /control']);
    expect(control.connections).toBe(1);
    await control[Symbol.asyncDispose]();
  });

  describe.each(documents)('with an origin that is $kind', ({ kind, options }) => {
    let scene: AttackScene;

    async function arrive(): Promise<void> {
      scene = await AttackScene.open(rig, options);
    }

    describe('that looks around', () => {
      beforeAll(arrive);
      afterEach(({ task }) => scene.screen.pictureOfFailure(task));
      afterAll(() => scene.screen.context.close());

      test('E3: it reaches no document, memory or store but its own', async () => {
        const stored = await scene.screen.page.evaluate(() => Object.keys(localStorage).toSorted());
        expect(await scene.outcomes(reaching)).toEqual(keptOut(reaching));
        expect(await scene.screen.page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(stored);
        await expectUnharmed(scene);
      });

      test('E3: what it stores is its own, and nobody else finds it', async () => {
        const found = await scene.outcomes(ownStores);
        // With an origin there are stores, and they are its own.
        expect(found).toEqual(kind === 'shared' ? keptOut(ownStores) : found);
        const keys = await scene.screen.page.evaluate(async () => ({
          local: Object.keys(localStorage).filter((key) => !key.startsWith('loggia')),
          databases: (await indexedDB.databases()).map(({ name }) => name),
          cookies: document.cookie,
        }));
        expect(keys).toEqual({ local: [], databases: [], cookies: '' });
        expect(await scene.screen.context.cookies()).toEqual([]);
      });

      test('E3: it imposes nothing on the user', async () => {
        const downloads: string[] = [];
        scene.screen.page.on('download', (download) => downloads.push(download.suggestedFilename()));
        expect(await scene.outcomes(imposing)).toEqual(keptOut(imposing));
        expect(downloads).toEqual([]);
        expect(await scene.screen.page.evaluate(() => document.fullscreenElement)).toBe(null);
        await expectUnharmed(scene);
      });

      test('E3: it tells nobody, on any way out that browsers have', async () => {
        expect(await scene.outcomes(telling)).toEqual(keptOut(telling));
        // Some ways out are taken at leisure.
        await sleep(patience);
        expect(await scene.victim.request('ping')).toMatchObject({ result: {} });
        await expectUnharmed(scene);
      });

      test('E3: it tells nobody on odd ways either', async () => {
        expect(await scene.outcomes(tellingOddly)).toEqual(keptOut(tellingOddly));
        await sleep(patience);
        expect(await scene.victim.request('ping')).toMatchObject({ result: {} });
        await expectUnharmed(scene);
      });

      test('E3: it has no power of the browser that it was not given', async () => {
        const choosers: unknown[] = [];
        scene.screen.page.on('filechooser', (chooser) => choosers.push(chooser));
        expect(await scene.outcomes(grasping)).toEqual(keptOut(grasping));
        expect(choosers).toEqual([]);
        expect(await scene.screen.context.cookies(scene.targets.host)).toEqual([]);
        await expectUnharmed(scene);
      });

      test('E9: what was blocked is on record, each once, however often it was tried', async () => {
        await scene.attacker.frame.evaluate(async (evil) => {
          const tries = Array.from({ length: 3000 }, (_, at) =>
            fetch(`${evil}/flood?${at}`).catch(() => undefined),
          );
          await Promise.all(tries);
        }, scene.targets.evil);
        const blocked = await until('it is on record', async () => {
          const lines = (await rig.product.audit(rig.first.session)).filter(
            ({ method, reason }) => method === 'csp' && reason?.startsWith('connect-src blocked'),
          );
          return lines.length > 0 && lines;
        });
        const sentences = blocked.map(({ reason, view: by }) => `${by} ${reason}`);
        expect(new Set(sentences).size).toBe(sentences.length);
        expect(blocked.map(({ target }) => target)).toContain(scene.targets.evil);
        await expectUnharmed(scene);
      });
    });

    test.each(Object.entries(peering))(
      'E3: by %s it tells nobody, and the shell goes on',
      async (_, attack) => {
        await arrive();
        try {
          await scene.attempt(attack);
          await sleep(patience);
          expect(await scene.isAlive()).toBe(true);
          expectSilence(scene);
        } finally {
          await scene.screen.context.close();
        }
      },
    );
  });

  describe('the names under which Views are served', () => {
    let url: URL;
    let http: string;
    let token: string;
    beforeEach(async () => {
      ({ http, token } = rig.product.host.endpoint);
      const { sandbox } = await ask(rig.product.client.ahp, 'x-loggia/openSandbox', {
        server: rig.first.server('probe').channel ?? '',
        resourceUri: 'ui://probe/plain',
        shell: http,
        view: 'addresses',
      });
      url = new URL(sandbox.url);
    });

    const get = (path: string, host: string, ...headers: string[]): Promise<string> =>
      rawRequest(
        http,
        [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'),
      );
    const statusOf = (answer: string): string => answer.slice(9, 12);

    test('E3: an address works once, under its own name, and cannot be guessed', async () => {
      const other = `v-${'0'.repeat(32)}.localhost:${url.port}`;
      for (const host of [
        other,
        new URL(http).host,
        `localhost:${url.port}`,
        `evil.example:${url.port}`,
        `${url.host}.evil.example`,
      ])
        expect([host, (await get(url.pathname, host)).includes('sandbox-')]).toEqual([host, false]);
      for (const path of [
        `${url.pathname}x`,
        url.pathname.slice(0, -1),
        `${url.pathname}?a`,
        `/${'A'.repeat(43)}`,
        url.pathname.toUpperCase(),
      ])
        expect([path, statusOf(await get(path, url.host))]).toEqual([path, '404']);
      const answer = await get(url.pathname, url.host);
      expect(statusOf(answer)).toBe('200');
      expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
      expect(answer).not.toMatch(/set-cookie/i);
      expect(statusOf(await get(url.pathname, url.host))).toBe('404');
    });

    test('E3: nothing else is served there, not even to whoever has the token', async () => {
      const bearer = `Authorization: Bearer ${token}`;
      const paths = [
        '/',
        '/index.html',
        '/healthz',
        '/api/listWorkspaces',
        '/ahp',
        '/ahp?ticket=x',
        '/mcp',
        '/oauth/client.json',
        '/oauth/callback?code=x',
        '/ticket',
        '/sign-in',
        '/content/x',
        '/assets/x.js',
        '/api/templates/x',
        '/..%2findex.html',
      ];
      for (const path of paths) {
        const answer = await get(path, url.host, bearer);
        expect([path, statusOf(answer)]).toEqual([path, '404']);
        expect(answer).toMatch(/content-length: 0|\r\n\r\n(0\r\n\r\n)?$/i);
      }
      expect(await upgradeStatus(http, { headers: [bearer], host: url.host })).not.toMatch(/101/);
    });

    test('E3: a page of such a name is no page of the host', async () => {
      const { origin } = url;
      const bearer = `Authorization: Bearer ${token}`;
      expect(await upgradeStatus(http, { headers: [bearer, `Origin: ${origin}`] })).not.toMatch(/101/);
      expect(await upgradeStatus(http, { headers: [bearer, `Origin: ${http}`] })).toMatch(/101/);
      const asked = await fetch(`${http}/api/listWorkspaces`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, origin, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(asked.headers.get('access-control-allow-origin')).toBe(null);
      expect(asked.status).toBe(403);
    });

    test('E3: the host answers under no name that is not its own', async () => {
      for (const host of [
        'evil.example',
        `evil.example:${url.port}`,
        `v-1.localhost:${url.port}`,
        `x.localhost:${url.port}`,
        `127.0.0.1.evil.example:${url.port}`,
      ]) {
        const answer = await get('/api/listWorkspaces', host, `Authorization: Bearer ${token}`);
        expect([host, /^(4\d\d)$/.test(statusOf(answer))]).toEqual([host, true]);
        expect(answer).not.toContain('workspaces');
        expect(await get('/', host)).not.toContain('<script');
      }
    });

    test('E3: there is an end to how many are open, and the host minds not', async () => {
      const open = (): Promise<unknown> =>
        ask(rig.product.client.ahp, 'x-loggia/openSandbox', {
          server: rig.first.server('probe').channel ?? '',
          resourceUri: 'ui://probe/plain',
          shell: http,
          view: 'many',
        });
      for (let round = 0; round < 11; round += 1) await Promise.all(Array.from({ length: 100 }, open));
      expect(statusOf(await get(url.pathname, url.host))).toBe('404');
      expect((await rig.product.host.health()).status).toBe('ok');
    });
  });
});
