import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '@loggia/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Conversation, type Screen } from './src/browser.ts';
import { rawRequest, upgradeStatus } from './src/process/raw-request.ts';
import { until } from './src/process/until.ts';
import { Stranger } from './src/sandbox/stranger.ts';
import {
  imposing,
  leaving,
  ownStores,
  peering,
  reaching,
  telling,
  type Attack,
  type Targets,
} from './src/views/attacks.ts';
import { Probe, probeServer, reached, type Json, type ProbeWindow } from './src/views/probe.ts';

const variants = [
  { inner: 'opaque', view: 'plain' },
  { inner: 'same-origin', view: 'domain' },
] as const;

/** After this, an attack that has got nowhere is one that was kept out. */
const patience = 1500;

/** Views that mean harm, in the real shell. Nothing gets out, nothing gets in, and the user can go on working. */
describe.skipIf(noBrowser !== undefined)(inBrowser('hostile Views'), () => {
  let product: Product;
  let stranger: Stranger;
  let first: Conversation;
  let targets: Targets;

  beforeAll(async () => {
    stranger = await Stranger.open();
    product = await Product.start({ probe: probeServer('probe'), other: probeServer('other') });
    first = await product.session('probe', 'other');
    targets = { evil: stranger.origin, udp: stranger.port, host: product.host.endpoint.http };
    await ask(product.client.ahp, 'x-loggia/setViewPolicy', {
      server: first.server('probe').id,
      consent: { message: 'deny', openLink: 'deny', download: 'deny' },
    });
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    await stranger[Symbol.asyncDispose]();
  });

  beforeEach(() => {
    stranger.requests.length = 0;
    stranger.connections = 0;
    stranger.datagrams = 0;
  });

  /** Nobody outside has heard anything, on any way that there is. */
  function expectSilence(): void {
    expect(stranger.requests).toEqual([]);
    expect({ connections: stranger.connections, datagrams: stranger.datagrams }).toEqual({
      connections: 0,
      datagrams: 0,
    });
  }

  const notes = async (): Promise<readonly string[]> => (await reached(first, 'probe')).notes;

  test('E3: the listener hears what is sent to it', async () => {
    const control = await Stranger.open();
    await fetch(`${control.origin}/control`);
    expect(control.requests).toEqual(['GET /control']);
    expect(control.connections).toBe(1);
    await control[Symbol.asyncDispose]();
  });

  describe.each(variants)('with a document that is $inner', ({ inner, view }) => {
    let screen: Screen;
    let chat: Conversation;
    let attacker: Probe;
    let victim: Probe;

    /** Two Views in one chat: one that means harm, and one that it may be done to. */
    async function arrive(): Promise<void> {
      screen = await product.sharedScreen();
      chat = await first.another();
      await screen.open(chat);
      victim = new Probe(await screen.newView(() => chat.call('show-plain', { role: 'victim' })));
      await victim.heard('ui/notifications/tool-result');
      attacker = new Probe(await screen.newView(() => chat.completed(`show-${view}`, { role: 'attacker' })));
      await attacker.heard('ui/notifications/tool-result');
    }

    async function attempt(attack: Attack): Promise<string> {
      const outcome = attacker.frame.evaluate(attack, targets).then(
        (got) => (got === undefined ? 'tried' : `got ${JSON.stringify(got)}`),
        () => 'kept out',
      );
      return Promise.race([outcome, sleep(patience, 'kept out')]);
    }

    async function outcomes(attacks: Readonly<Record<string, Attack>>): Promise<Record<string, string>> {
      const found: Record<string, string> = {};
      for (const [name, attack] of Object.entries(attacks)) {
        found[name] = await attempt(attack);
        // What would follow in another document says nothing about this one.
        if ((await attempt(() => 'probe' in window)) !== 'got true')
          throw new Error(`The View left with: ${name}.`);
      }
      return found;
    }

    const keptOut = (attacks: Readonly<Record<string, Attack>>): Record<string, string> =>
      Object.fromEntries(
        Object.keys(attacks).map((name) => [name, expect.stringMatching(/^(kept out|tried)$/)]),
      );

    /** The user's side of it: the page is the same, nothing has popped up, and one can type. */
    async function expectUnharmed(): Promise<void> {
      await screen.answers();
      expect(await screen.page.title()).toMatch(/Loggia/);
      expect(new URL(screen.page.url()).origin).toBe(targets.host);
      expect(screen.context.pages()).toHaveLength(1);
      expect(screen.dialogs).toEqual([]);
      expect(
        await screen.page.evaluate(() => (top as unknown as { hacked?: unknown }).hacked),
      ).toBeUndefined();
      expectSilence();
    }

    describe('that looks around', () => {
      beforeAll(arrive);
      afterEach(({ task }) => screen.pictureOfFailure(task));
      afterAll(() => screen.context.close());

      test('E3: it reaches no document, memory or store but its own', async () => {
        const stored = await screen.page.evaluate(() => Object.keys(localStorage).toSorted());
        expect(await outcomes(reaching)).toEqual(keptOut(reaching));
        expect(await screen.page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(stored);
        await expectUnharmed();
      });

      test('E3: what it stores is its own, and nobody else finds it', async () => {
        const found = await outcomes(ownStores);
        expect(found).toEqual(inner === 'opaque' ? keptOut(ownStores) : found);
        const keys = await screen.page.evaluate(async () => ({
          local: Object.keys(localStorage).filter((key) => !key.startsWith('loggia')),
          databases: (await indexedDB.databases()).map(({ name }) => name),
          cookies: document.cookie,
        }));
        expect(keys).toEqual({ local: [], databases: [], cookies: '' });
        expect(await screen.context.cookies()).toEqual([]);
      });

      test('E3: it imposes nothing on the user', async () => {
        const downloads: string[] = [];
        screen.page.on('download', (download) => downloads.push(download.suggestedFilename()));
        expect(await outcomes(imposing)).toEqual(keptOut(imposing));
        expect(downloads).toEqual([]);
        expect(await screen.page.evaluate(() => document.fullscreenElement)).toBe(null);
        await expectUnharmed();
      });

      test('E3: it tells nobody, on any way out that browsers have', async () => {
        expect(await outcomes(telling)).toEqual(keptOut(telling));
        // Some ways out are taken at leisure.
        await sleep(patience);
        expect(await victim.request('ping')).toMatchObject({ result: {} });
        await expectUnharmed();
      });

      test('E9: what was blocked is on record, each once, however often it was tried', async () => {
        await attacker.frame.evaluate(async (evil) => {
          const tries = Array.from({ length: 3000 }, (_, at) =>
            fetch(`${evil}/flood?${at}`).catch(() => undefined),
          );
          await Promise.all(tries);
        }, targets.evil);
        const blocked = await until('it is on record', async () => {
          const lines = (await product.audit(first.session)).filter(
            ({ method, reason }) => method === 'csp' && reason?.startsWith('connect-src blocked'),
          );
          return lines.length > 0 && lines;
        });
        const sentences = blocked.map(({ reason, view: by }) => `${by} ${reason}`);
        expect(new Set(sentences).size).toBe(sentences.length);
        expect(blocked.map(({ target }) => target)).toContain(targets.evil);
        await expectUnharmed();
      });
    });

    describe('that pretends', () => {
      beforeAll(arrive);
      afterEach(({ task }) => screen.pictureOfFailure(task));
      afterAll(() => screen.context.close());

      const spoofed = (text: string): Json => ({
        jsonrpc: '2.0',
        id: `spoofed ${text}`,
        method: 'tools/call',
        params: { name: 'note', arguments: { text } },
      });
      /** All that was sent before has been dealt with. */
      async function settled(): Promise<void> {
        for (const probe of [attacker, victim])
          expect(await probe.request('ping')).toMatchObject({ result: {} });
        await screen.page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))),
        );
      }

      test('E3: the shell listens to the proxy of a View, and to nobody else', async () => {
        await attacker.frame.evaluate((message) => {
          top!.postMessage(message, '*');
          const nested = document.createElement('iframe');
          const text = JSON.stringify(message).replace('direct', 'nested');
          nested.srcdoc = `<script>for (const to of [parent, parent.parent, top]) to.postMessage(${text}, '*')</script>`;
          document.body.append(nested);
          return new Promise((resolve) => nested.addEventListener('load', resolve));
        }, spoofed('direct'));
        await settled();
        // Its own frames may pass for it with itself alone.
        expect((await notes()).filter((note) => /direct|nested/.test(note))).toEqual([]);
      });

      test('E3: messages of the sandbox are for neither side to say', async () => {
        const before = screen.proxies.length;
        const rewritten = '<h1>Rewritten</h1>';
        await attacker.frame.evaluate((html) => {
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
        expect(screen.proxies.length).toBe(before);
        for (const probe of [attacker, victim]) {
          expect(probe.frame.parentFrame()?.childFrames()).toHaveLength(1);
          expect(await probe.frame.locator('h1').innerText()).toBe('Grüße, 世界');
          expect((await probe.order()).filter((name) => name.includes('sandbox-'))).toEqual([]);
        }
      });

      test('E3: a sibling hears the shell from its own proxy, and nobody else', async () => {
        await attacker.frame.evaluate(() => {
          const message = {
            jsonrpc: '2.0',
            method: 'ui/notifications/tool-result',
            params: { content: [{ type: 'text', text: 'spoofed' }] },
          };
          for (let at = 0; at < top!.length; at += 1) top![at]!.postMessage(message, '*');
        });
        await settled();
        const heard = (await victim.log).filter(({ from }) => from === 'parent');
        expect(JSON.stringify(heard)).not.toContain('spoofed');
        expect(heard.filter(({ data }) => data['method'] === 'ui/notifications/tool-result')).toHaveLength(1);
      });

      test('E4: answers that nobody waits for, and requests with ids that are none, change nothing', async () => {
        await attacker.frame.evaluate(() => {
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
        await expectUnharmed();
      });

      test('E3: nothing that it says becomes a property of everything', async () => {
        await attacker.frame.evaluate(() => {
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
        const polluted = await screen.page.evaluate(() => ({
          object: ({} as Json)['polluted'],
          array: ([] as unknown as Json)['polluted'],
          function: (function named() {} as unknown as Json)['polluted'],
        }));
        expect(polluted).toEqual({ object: undefined, array: undefined, function: undefined });
        await expectUnharmed();
      });

      test('C5: it calls no tool, reads no resource and starts no session beyond its server, whatever it adds to a request', async () => {
        const { channel, id } = first.server('other');
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
          const answer = await attacker.request('tools/call', { name: 'only-other', arguments: {}, ...more });
          expect(JSON.stringify(answer)).not.toContain('SECRET');
          await attacker.request('tools/call', { name: 'for-both', arguments: { more: true }, ...more });
        }
        const { received } = await reached(first, 'probe');
        const metas = received
          .filter(({ params }) => params['name'] === 'for-both')
          .map(({ params }) => params['_meta'] ?? {});
        for (const meta of metas) {
          expect(Object.keys(meta as object).filter((key) => key.startsWith('loggia.'))).toEqual([]);
          expect(JSON.stringify(meta)).not.toMatch(/hacked|root/);
        }
        const others = (await reached(first, 'other')).received.filter(
          ({ params }) => params['name'] === 'only-other',
        );
        expect(others).toEqual([]);
      });

      test('E4: consent that was refused is refused, and nothing is opened, said or saved', async () => {
        const before = chat.messages.length;
        const asked: [string, Json][] = [
          ['ui/message', { role: 'user', content: [{ type: 'text', text: 'rm -rf' }] }],
          ['ui/open-link', { url: `${targets.evil}/link` }],
          [
            'ui/download-file',
            { contents: [{ type: 'resource', resource: { uri: 'file:///x.exe', text: 'x' } }] },
          ],
        ];
        for (const [method, params] of asked) {
          const { result, error } = await attacker.request(method, params);
          expect([method, error !== undefined || result?.['isError'] === true]).toEqual([method, true]);
        }
        expect(chat.messages.length).toBe(before);
        await expectUnharmed();
      });
    });

    describe('that overwhelms', () => {
      beforeEach(arrive);
      afterEach(async ({ task }) => {
        await screen.pictureOfFailure(task);
        await screen.context.close();
      });

      test('E3: a hundred thousand messages leave the shell and its sibling at work', async () => {
        await attacker.frame.evaluate(() => {
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
        await screen.answers();
        expect(await victim.request('ping')).toMatchObject({ result: {} });
        await expectUnharmed();
      });

      test('E3: giant and bottomless messages leave the shell and its sibling at work', async () => {
        await attacker.frame.evaluate(() => {
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
        await screen.answers();
        expect(await victim.request('ping')).toMatchObject({ result: {} });
        expect((await product.host.health()).status).toBe('ok');
        await expectUnharmed();
      });

      test('E3: a loop without end stops neither the shell nor its sibling', async () => {
        await attacker.frame.evaluate(() => {
          setTimeout(() => {
            for (;;);
          });
        });
        await screen.answers();
        expect(await victim.request('ping')).toMatchObject({ result: {} });
        await expectUnharmed();
      });

      test('E3: a View that takes the focus from somebody who writes is stopped', async () => {
        await attacker.frame.evaluate(() => {
          const input = document.querySelector('input')!;
          setInterval(() => {
            window.focus();
            input.focus();
            parent.focus();
          }, 5);
        });
        // No browser keeps a frame from taking the focus; the shell takes it back, and a View that goes on is stopped.
        await screen.composer.click();
        const stopped = screen.page.getByText(/taking the focus/).first();
        await until('it is stopped', async () => {
          await screen.page.keyboard.press('x');
          return stopped.isVisible();
        });
        await until('it is gone', () => attacker.frame.isDetached());
        const text = 'what the user types is his own';
        await screen.composer.fill('');
        await screen.composer.pressSequentially(text, { delay: 20 });
        expect(await screen.composer.inputValue()).toBe(text);
        await screen.composer.fill('');
        await expectUnharmed();
      });

      test('J1: what is dragged over a View is not told to it', async () => {
        await attacker.frame.evaluate(() => {
          const seen: string[] = [];
          (globalThis as unknown as { seen: string[] }).seen = seen;
          for (const type of ['dragenter', 'dragover', 'drop'])
            addEventListener(type, (event) => {
              seen.push(...[...((event as DragEvent).dataTransfer?.types ?? [])]);
              event.preventDefault();
            });
        });
        const from = await screen.composer.boundingBox();
        const to = await (await attacker.frame.parentFrame()!.frameElement()).boundingBox();
        await screen.page.evaluate(() => {
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
        const { mouse } = screen.page;
        await mouse.move(10, 10);
        await mouse.down();
        await mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5, { steps: 3 });
        await mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 10, { steps: 5 });
        await mouse.up();
        const seen = await attacker.frame.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
        expect(seen).toEqual([]);
        await screen.page.evaluate(() => document.getElementById('dragged')?.remove());
        await expectUnharmed();
      });
    });

    test.each(Object.entries(peering))(
      'E3: by %s it tells nobody, and the shell goes on',
      async (_, attack) => {
        await arrive();
        const url = screen.page.url();
        try {
          await attempt(attack);
          await sleep(patience);
          expect(await isAlive(url)).toBe(true);
          expectSilence();
        } finally {
          await screen.context.close();
        }
      },
    );

    describe('that leaves', () => {
      beforeAll(arrive);
      // Only so many Views live at a time, and the victim would be the first to go.
      beforeEach(async () => {
        if (screen.proxies.length < 10) return;
        await screen.context.close();
        await arrive();
      });
      afterEach(({ task }) => screen.pictureOfFailure(task));
      afterAll(() => screen.context.close());

      test.each(Object.entries(leaving))(
        'E3: %s, it tells nobody and takes nobody along',
        async (_, attack) => {
          attacker = new Probe(await screen.newView(() => chat.call(`show-${view}`, { role: 'leaver' })));
          await attacker.heard('ui/notifications/tool-result');
          await attempt(attack);
          await sleep(patience / 3);
          expect(await victim.request('ping')).toMatchObject({ result: {} });
          await expectUnharmed();
        },
      );
    });
  });

  // Whoever drives a browser takes the end of a View's process for the end of the page; another line to it knows better.
  async function isAlive(url: string): Promise<boolean> {
    const line = await product.browser.newBrowserCDPSession();
    const { targetInfos } = await line.send('Target.getTargets');
    const shell = targetInfos.find((target) => target.type === 'page' && target.url === url);
    if (!shell) return false;
    const { sessionId } = await line.send('Target.attachToTarget', {
      targetId: shell.targetId,
      flatten: false,
    });
    const answered = new Promise<string>((resolve) => {
      line.on('Target.receivedMessageFromTarget', ({ message }) => resolve(message));
    });
    const expression = 'document.querySelector(".frame") !== null';
    const asked = { id: 1, method: 'Runtime.evaluate', params: { expression } };
    await line.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(asked) });
    const answer = await answered;
    await line.detach();
    return answer.includes('true');
  }

  describe('the names under which Views are served', () => {
    let url: URL;
    let http: string;
    let token: string;
    beforeEach(async () => {
      ({ http, token } = product.host.endpoint);
      const { sandbox } = await ask(product.client.ahp, 'x-loggia/openSandbox', {
        server: first.server('probe').channel ?? '',
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
        `/ahp?token=${token}`,
        '/mcp',
        '/oauth/client.json',
        '/oauth/callback?code=x',
        '/ticket',
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
      expect(await upgradeStatus(http, { path: `/ahp?token=${token}`, host: url.host })).not.toMatch(/101/);
    });

    test('E3: a page of such a name is no page of the host', async () => {
      const { origin } = url;
      const upgrade = { path: `/ahp?token=${token}`, headers: [`Origin: ${origin}`] };
      expect(await upgradeStatus(http, upgrade)).not.toMatch(/101/);
      expect(
        await upgradeStatus(http, { path: `/ahp?token=${token}`, headers: [`Origin: ${http}`] }),
      ).toMatch(/101/);
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
        ask(product.client.ahp, 'x-loggia/openSandbox', {
          server: first.server('probe').channel ?? '',
          resourceUri: 'ui://probe/plain',
          shell: http,
          view: 'many',
        });
      for (let round = 0; round < 11; round += 1) await Promise.all(Array.from({ length: 100 }, open));
      expect(statusOf(await get(url.pathname, url.host))).toBe('404');
      expect((await product.host.health()).status).toBe('ok');
    });
  });
});
