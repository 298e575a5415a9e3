import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { AttackScene, expectUnharmed } from './src/views/attack-scene.ts';
import { documents, ProbeRig } from './src/views/probe-rig.ts';
import { reached, type Json, type ProbeWindow } from './src/views/probe.ts';

/** Views that mean harm, in the real shell. Nothing gets out, nothing gets in, and the user can go on working. */
describe.skipIf(noBrowser !== undefined)(inBrowser('hostile Views that pretend or overwhelm'), () => {
  let rig: ProbeRig;

  beforeAll(async () => {
    rig = await ProbeRig.open('distrusted');
  });
  afterAll(() => rig[Symbol.asyncDispose]());
  beforeEach(() => rig.stranger.forget());

  describe.each(documents)('with an origin that is $kind', ({ kind, options }) => {
    let scene: AttackScene;

    async function arrive(): Promise<void> {
      scene = await AttackScene.open(rig, options);
    }

    describe('that pretends', () => {
      beforeAll(arrive);
      afterEach(({ task }) => scene.screen.pictureOfFailure(task));
      afterAll(() => scene.screen.context.close());

      const spoofed = (text: string): Json => ({
        jsonrpc: '2.0',
        id: `spoofed ${text}`,
        method: 'tools/call',
        params: { name: 'note', arguments: { text } },
      });
      /** All that was sent before has been dealt with. */
      async function settled(): Promise<void> {
        for (const probe of [scene.attacker, scene.victim])
          expect(await probe.request('ping')).toMatchObject({ result: {} });
        await scene.screen.page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))),
        );
      }

      test('E3: the shell listens to the proxy of a View, and to nobody else', async () => {
        await scene.attacker.frame.evaluate((message) => {
          top!.postMessage(message, '*');
          const nested = document.createElement('iframe');
          const text = JSON.stringify(message).replace('direct', 'nested');
          nested.srcdoc = `<script>for (const to of [parent, parent.parent, top]) to.postMessage(${text}, '*')</script>`;
          document.body.append(nested);
          return new Promise((resolve) => nested.addEventListener('load', resolve));
        }, spoofed('direct'));
        await settled();
        // Its own frames may pass for it with itself alone.
        expect(
          (await reached(rig.first, 'probe')).notes.filter((note) => /direct|nested/.test(note)),
        ).toEqual([]);
      });

      test('E3: messages of the sandbox are for neither side to say', async () => {
        const before = (await scene.screen.shownViews()).length;
        const rewritten = '<h1>Rewritten</h1>';
        await scene.attacker.frame.evaluate((html) => {
          for (const name of ['proxy-ready', 'resource-ready', 'throttled', 'anything']) {
            const message = {
              jsonrpc: '2.0',
              method: `ui/notifications/sandbox-${name}`,
              params: { html, dropped: 1e9 },
            };
            for (const to of [parent, top!]) to.postMessage(message, '*');
            for (let at = 0; at < top!.length; at += 1) top![at]!.postMessage(message, '*');
          }
        }, rewritten);
        await settled();
        expect(await scene.screen.shownViews()).toHaveLength(before);
        for (const probe of [scene.attacker, scene.victim]) {
          expect(probe.frame.parentFrame()?.childFrames()).toHaveLength(1);
          expect(await probe.frame.locator('h1').innerText()).toBe('Grüße, 世界');
          expect((await probe.order()).filter((name) => name.includes('sandbox-'))).toEqual([]);
        }
      });

      test('E3: a sibling hears the shell from its own proxy, and nobody else', async () => {
        await scene.attacker.frame.evaluate(() => {
          const message = {
            jsonrpc: '2.0',
            method: 'ui/notifications/tool-result',
            params: { content: [{ type: 'text', text: 'spoofed' }] },
          };
          for (let at = 0; at < top!.length; at += 1) top![at]!.postMessage(message, '*');
        });
        await settled();
        const heard = (await scene.victim.log).filter(({ from }) => from === 'parent');
        expect(JSON.stringify(heard)).not.toContain('spoofed');
        expect(heard.filter(({ data }) => data['method'] === 'ui/notifications/tool-result')).toHaveLength(1);
      });

      test('E4: answers that nobody waits for, and requests with ids that are none, change nothing', async () => {
        await scene.attacker.frame.evaluate(() => {
          const { probe } = window as unknown as ProbeWindow;
          for (let id = -5; id < 200; id += 1) probe.post({ jsonrpc: '2.0', id, result: { hacked: true } });
          for (const id of ['__proto__', 'constructor', '', null, {}, [], true, 1e308, 'x'.repeat(100_000)])
            probe.post({ jsonrpc: '2.0', id, method: 'ping', params: {} });
          for (let times = 0; times < 3; times += 1)
            probe.post({ jsonrpc: '2.0', id: 'twice', method: 'ping' });
          for (const params of [null, 7, 'text', [], undefined])
            for (const method of [
              'ui/message',
              'ui/open-link',
              'ui/request-display-mode',
              'ui/download-file',
              'ui/update-model-context',
              'tools/call',
              'resources/read',
              'ui/notifications/size-changed',
              'ui/initialize',
              'ui/notifications/initialized',
            ])
              probe.post({ jsonrpc: '2.0', id: `${method} ${JSON.stringify(params)}`, method, params });
        });
        await settled();
        await expectUnharmed(scene);
      });

      test('E3: nothing that it says becomes a property of everything', async () => {
        await scene.attacker.frame.evaluate(() => {
          const { probe } = window as unknown as ProbeWindow;
          const poison = '"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}';
          const params = {
            'ui/initialize': `{"protocolVersion":"2026-01-26","appInfo":{"name":"x","version":"1",${poison}},"appCapabilities":{${poison}},${poison}}`,
            'ui/message': `{"role":"user","content":[{"type":"text","text":"x",${poison}}],${poison}}`,
            'ui/update-model-context': `{"content":[],"structuredContent":{${poison}},${poison}}`,
            'ui/request-display-mode': `{"mode":"__proto__",${poison}}`,
            'ui/notifications/size-changed': `{"height":200,${poison}}`,
            'notifications/message': `{"level":"__proto__","data":{${poison}},${poison}}`,
            'tools/call': `{"name":"for-both","arguments":{${poison}},${poison}}`,
            __proto__: '{}',
            constructor: `{${poison}}`,
            toString: `{${poison}}`,
          };
          for (const [method, text] of Object.entries(params))
            probe.post({
              jsonrpc: '2.0',
              id: `poison ${method}`,
              method,
              params: JSON.parse(text) as unknown,
            });
          probe.post(JSON.parse(`{"jsonrpc":"2.0","id":"p","method":"ping",${poison}}`));
        });
        await settled();
        const polluted = await scene.screen.page.evaluate(() => ({
          object: ({} as Json)['polluted'],
          array: ([] as unknown as Json)['polluted'],
          function: (function named() {} as unknown as Json)['polluted'],
        }));
        expect(polluted).toEqual({ object: undefined, array: undefined, function: undefined });
        await expectUnharmed(scene);
      });

      test('C5: it calls no tool, reads no resource and starts no session beyond its server, whatever it adds to a request', async () => {
        const { channel, id } = rig.first.server('other');
        const additions = [
          { channel },
          { server: id },
          { channel: 'ahp-root://' },
          { _meta: { 'loggia.view': 'artifact:someone-else' } },
          {
            _meta: {
              'io.modelcontextprotocol/clientInfo': { name: 'hacked' },
              'loggia/principal': 'root',
              progressToken: 1,
            },
          },
        ];
        for (const more of additions) {
          const answer = await scene.attacker.request('tools/call', {
            name: 'only-other',
            arguments: {},
            ...more,
          });
          expect(JSON.stringify(answer)).not.toContain('SECRET');
          await scene.attacker.request('tools/call', {
            name: 'for-both',
            arguments: { more: true },
            ...more,
          });
        }
        const { received } = await reached(rig.first, 'probe');
        const metas = received
          .filter(({ params }) => params['name'] === 'for-both')
          .map(({ params }) => params['_meta'] ?? {});
        for (const meta of metas) {
          expect(Object.keys(meta as object).filter((key) => key.startsWith('loggia.'))).toEqual([]);
          expect(JSON.stringify(meta)).not.toMatch(/hacked|root/);
        }
        const others = (await reached(rig.first, 'other')).received.filter(
          ({ params }) => params['name'] === 'only-other',
        );
        expect(others).toEqual([]);
      });

      test('E4: consent that was refused is refused, and nothing is opened, said or saved', async () => {
        const before = scene.chat.messages.length;
        const asked: [string, Json][] = [
          ['ui/message', { role: 'user', content: [{ type: 'text', text: 'rm -rf' }] }],
          ['ui/open-link', { url: `${scene.targets.evil}/link` }],
          [
            'ui/download-file',
            { contents: [{ type: 'resource', resource: { uri: 'file:///x.exe', text: 'x' } }] },
          ],
        ];
        for (const [method, params] of asked) {
          const { result, error } = await scene.attacker.request(method, params);
          expect([method, error !== undefined || result?.['isError'] === true]).toEqual([method, true]);
        }
        expect(scene.chat.messages.length).toBe(before);
        await expectUnharmed(scene);
      });
    });

    describe('that overwhelms', () => {
      beforeEach(arrive);
      afterEach(async ({ task }) => {
        await scene.screen.pictureOfFailure(task);
        await scene.screen.context.close();
      });

      test('E3: a hundred thousand messages leave the shell and its sibling at work', async () => {
        await scene.attacker.frame.evaluate(() => {
          const { probe } = window as unknown as ProbeWindow;
          for (let at = 0; at < 50_000; at += 1) {
            probe.post({ jsonrpc: '2.0', id: `flood ${at}`, method: 'ping', params: {} });
            probe.post({
              jsonrpc: '2.0',
              method: 'ui/notifications/size-changed',
              params: { height: 100 + (at % 500) },
            });
          }
        });
        await scene.screen.answers();
        expect(await scene.victim.request('ping')).toMatchObject({ result: {} });
        await expectUnharmed(scene);
      });

      test('E3: giant and bottomless messages leave the shell and its sibling at work', async () => {
        await scene.attacker.frame.evaluate(() => {
          const { probe } = window as unknown as ProbeWindow;
          const text = 'x'.repeat(100 * 1024 * 1024);
          probe.post({
            jsonrpc: '2.0',
            id: 'giant',
            method: 'ui/message',
            params: { role: 'user', content: [{ type: 'text', text }] },
          });
          for (const depth of [1000, 50_000]) {
            let deep: unknown = [];
            for (let level = 0; level < depth; level += 1) deep = [deep];
            try {
              probe.post({
                jsonrpc: '2.0',
                id: `deep ${depth}`,
                method: 'tools/call',
                params: { name: 'for-both', arguments: { deep } },
              });
            } catch {
              // Its own browser would not even take it.
            }
          }
          const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`key ${at}`, at]));
          probe.post({
            jsonrpc: '2.0',
            id: 'wide',
            method: 'ui/update-model-context',
            params: { structuredContent: wide },
          });
        });
        await scene.screen.answers();
        expect(await scene.victim.request('ping')).toMatchObject({ result: {} });
        expect((await rig.product.host.health()).status).toBe('ok');
        await expectUnharmed(scene);
      });

      const loop = (): Promise<void> =>
        scene.attacker.frame.evaluate(() => {
          setTimeout(() => {
            for (;;);
          });
        });

      test('E3: a loop without end does not stop the shell', async () => {
        await loop();
        await scene.screen.answers();
      });

      // Views that share an origin share a process, in which no page can interrupt another.
      const isApart = kind === 'own';
      const why = isApart
        ? ''
        : ' (skipped: Views that share an origin share a process; set a wildcard name, see docs/sandbox.md)';
      test.skipIf(!isApart)(`E3: a loop without end does not stop its sibling${why}`, async () => {
        await loop();
        expect(await scene.victim.request('ping')).toMatchObject({ result: {} });
        await expectUnharmed(scene);
      });

      test('E3: a View that takes the focus from somebody who writes is stopped', async () => {
        await scene.attacker.frame.evaluate(() => {
          const input = document.querySelector('input')!;
          setInterval(() => {
            window.focus();
            input.focus();
            parent.focus();
          }, 5);
        });
        // No browser keeps a frame from taking the focus; the shell takes it back, and a View that goes on is stopped.
        await scene.screen.composer.click();
        const stopped = scene.screen.page.getByText(/taking the focus/).first();
        await scene.screen.typeUntilSeen('it is stopped', stopped);
        await until('it is gone', () => scene.attacker.frame.isDetached());
        const text = 'what the user types is his own';
        await scene.screen.composer.fill('');
        await scene.screen.composer.pressSequentially(text, { delay: 20 });
        expect(await scene.screen.composer.inputValue()).toBe(text);
        await scene.screen.composer.fill('');
        await expectUnharmed(scene);
      });

      test('J1: what is dragged over a View is not told to it', async () => {
        await scene.attacker.frame.evaluate(() => {
          const seen: string[] = [];
          (globalThis as unknown as { seen: string[] }).seen = seen;
          for (const type of ['dragenter', 'dragover', 'drop'])
            addEventListener(type, (event) => {
              seen.push(...[...((event as DragEvent).dataTransfer?.types ?? [])]);
              event.preventDefault();
            });
        });
        const from = await scene.screen.composer.boundingBox();
        const to = await (await scene.attacker.frame.parentFrame()!.frameElement()).boundingBox();
        await scene.screen.page.evaluate(() => {
          const dragged = document.createElement('div');
          dragged.id = 'dragged';
          dragged.draggable = true;
          dragged.textContent = 'drag me';
          dragged.setAttribute('style', 'position: fixed; left: 0; top: 0; z-index: 99999; padding: 10px');
          dragged.addEventListener('dragstart', (event) => {
            event.dataTransfer?.setData('application/x-loggia-artifacts', '["secret"]');
            event.dataTransfer?.setData('text/plain', 'secret');
          });
          document.body.append(dragged);
        });
        const { mouse } = scene.screen.page;
        await mouse.move(10, 10);
        await mouse.down();
        await mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5, { steps: 3 });
        await mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 10, { steps: 5 });
        await mouse.up();
        const seen = await scene.attacker.frame.evaluate(
          () => (globalThis as unknown as { seen: string[] }).seen,
        );
        expect(seen).toEqual([]);
        await scene.screen.page.evaluate(() => document.getElementById('dragged')?.remove());
        await expectUnharmed(scene);
      });
    });
  });
});
