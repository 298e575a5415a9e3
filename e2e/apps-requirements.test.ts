import { ask } from '@loggia/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Conversation, type Screen } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { Stranger } from './src/sandbox/stranger.ts';
import { Probe, probeServer, reached, type Json } from './src/views/probe.ts';

/** The same View in both kinds of document: one without an origin, and one with an origin that its template asked for. */
const variants = [
  { inner: 'opaque', plain: 'plain', silent: 'silent', declared: 'declared' },
  { inner: 'same-origin', plain: 'domain', silent: 'silent-domain', declared: 'declared-domain' },
] as const;

/**
 * What a host owes to Views, as a list. The names before the colon are those of the public suite where it has one, and
 * else made in its manner.
 */
describe.skipIf(noBrowser !== undefined)(inBrowser('what a host owes to Views'), () => {
  let product: Product;
  let stranger: Stranger;
  let first: Conversation;

  beforeAll(async () => {
    stranger = await Stranger.open();
    product = await Product.start({
      probe: { ...probeServer('probe', stranger.origin), sampling: 'allow' },
      other: probeServer('other'),
    });
    first = await product.session('probe', 'other');
    await ask(product.client.ahp, 'x-loggia/setViewPolicy', {
      server: first.server('probe').id,
      consent: { message: 'allow', openLink: 'allow', download: 'allow' },
    });
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    await stranger[Symbol.asyncDispose]();
  });

  const received = async (method: string): Promise<readonly Json[]> =>
    (await reached(first, 'probe')).received
      .filter((request) => request.method === method)
      .map(({ params }) => params);

  /** A chat of its own in which the tool was called, on screen, and its View. */
  async function show(
    screen: Screen,
    view: string,
    input: object = {},
  ): Promise<{ chat: Conversation; probe: Probe }> {
    const chat = await first.another();
    const frame = await screen.newView(async () => {
      await chat.call(`show-${view}`, input);
      await screen.open(chat);
    });
    return { chat, probe: new Probe(frame) };
  }

  describe('as a client of MCP', () => {
    test('E1 capabilities/mimetypes-required: servers are told that Views can be shown, and in which type', async () => {
      const [{ capabilities } = {}] = await received('initialize');
      expect(capabilities.extensions['io.modelcontextprotocol/ui']).toEqual({
        mimeTypes: ['text/html;profile=mcp-app'],
      });
    });

    test('E1 resources/prefetch: templates are read before anybody calls a tool', async () => {
      const read = await until('it is read', async () =>
        (await received('resources/read')).find(({ uri }) => uri === 'ui://probe/frameless'),
      );
      expect(read).toMatchObject({ uri: 'ui://probe/frameless' });
      expect(await received('tools/call')).not.toContainEqual(
        expect.objectContaining({ name: 'show-frameless' }),
      );
    });

    test('C5 visibility/app-tool-hidden: the agent is not offered what is for Views alone, or for nobody', async () => {
      await until('tools are offered', () => first.offered('for-both'));
      const offered = first.servers.tools.map((name) => name.replace(/^probe__/, ''));
      expect(offered).toEqual(expect.arrayContaining(['for-model', 'for-both', 'fails']));
      expect(offered).not.toContain('for-view');
      expect(offered).not.toContain('for-nobody');
      expect(offered).not.toContain('note');
    });

    test('E2 capabilities/text-fallback: a call with a View is a call with text to whoever shows no Views', async () => {
      const call = await (await first.another()).completed('show-plain', { as: 'text' });
      expect(call).toMatchObject({ content: [{ type: 'text', text: 'shown by probe' }] });
      expect(call._meta).toMatchObject({ ui: { resourceUri: 'ui://probe/plain' } });
    });
  });

  describe('templates', () => {
    let screen: Screen;
    beforeAll(async () => {
      screen = await product.sharedScreen();
    });
    afterEach(({ task }) => screen.pictureOfFailure(task));
    afterAll(() => screen.context.close());

    const heading = (probe: Probe): Promise<string> => probe.frame.locator('h1').innerText();

    test.each([
      ['resources/read-referenced: a template that no list names is read all the same', 'unlisted'],
      ['resources/blob: a template in Base64 is read as UTF-8', 'blob'],
      ['resources/flat-key: the older place of its address is understood', 'flat'],
    ])('E1 %s', async (_, view) => {
      const { probe } = await show(screen, view, { view });
      expect(await heading(probe)).toBe('Grüße, 世界');
      expect(await probe.heard('ui/notifications/tool-input')).toEqual({ arguments: { view } });
    });

    test('E1 resources/meta-from-list: what the content does not say is taken from the entry in the list', async () => {
      const { probe } = await show(screen, 'from-list');
      const { hostCapabilities } = await probe.welcome();
      expect(hostCapabilities.sandbox.csp.connectDomains).toEqual([stranger.origin]);
    });

    test.each([
      [
        'resources/mime-type: what is no page for Views is not shown, and the user reads why',
        'wrong-type',
        /text\/html/,
      ],
      ['resources/scheme: a template elsewhere than at ui:// is not shown', 'elsewhere', undefined],
    ])('E1 %s', async (_, view, says) => {
      const before = screen.proxies.length;
      const chat = await first.another();
      await chat.completed(`show-${view}`);
      await screen.open(chat);
      const { page } = screen;
      if (says) await page.getByText(says).first().waitFor();
      else await page.getByText('shown by probe').first().waitFor({ state: 'attached' });
      expect(screen.proxies.length).toBe(before);
      expect((await received('resources/read')).map(({ uri }) => uri)).not.toContain(
        'https://elsewhere.example/view.html',
      );
    });

    test('E5 ui/prefers-border: a border is drawn, or not, as the template wishes', async () => {
      const borderOf = async (view: string): Promise<boolean> => {
        const { probe } = await show(screen, view);
        await probe.welcome();
        const handle = await probe.frame.parentFrame()?.frameElement();
        return (
          handle?.evaluate((node) => {
            const frame = node as Element;
            // Whoever draws it: the frame, or what it lies on.
            const { left, top, width } = frame.getBoundingClientRect();
            const under = [frame, ...document.elementsFromPoint(left + width / 2, top + 2)].filter(
              (element) => Math.abs(element.getBoundingClientRect().width - width) < 8,
            );
            return under.some((element) => {
              const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
              return borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0;
            });
          }) ?? false
        );
      };
      expect(await borderOf('framed')).toBe(true);
      expect(await borderOf('frameless')).toBe(false);
    });
  });

  describe.each(variants)('a View whose document is $inner', ({ inner, plain, silent, declared }) => {
    let screen: Screen;
    let chat: Conversation;
    let probe: Probe;

    beforeAll(async () => {
      screen = await product.sharedScreen();
      await screen.context.route('https://link.example/**', (route) =>
        route.fulfill({ body: '<title>Linked</title>', contentType: 'text/html' }),
      );
      ({ chat, probe } = await show(screen, plain, { first: 1 }));
      await probe.heard('ui/notifications/tool-result');
    });
    afterEach(({ task }) => screen.pictureOfFailure(task));
    afterAll(() => screen.context.close());

    describe('the sandbox', () => {
      test('E3 security/sandbox-proxy-required: its document lies in a page between it and the shell', async () => {
        const proxy = probe.frame.parentFrame();
        expect(proxy?.parentFrame()).toBe(screen.page.mainFrame());
        expect(new URL(proxy?.url() ?? '').origin).not.toBe(new URL(screen.page.url()).origin);
      });

      test('E3 security/sandbox-distinct-origin: neither the shell nor another View has its origin', async () => {
        const { probe: sibling } = await show(screen, inner === 'opaque' ? plain : declared);
        const origins = [probe, sibling].map(({ frame }) => new URL(frame.parentFrame()?.url() ?? '').origin);
        expect(new Set([...origins, new URL(screen.page.url()).origin]).size).toBe(3);
      });

      test('E3 security/sandbox-permissions: the page between has scripts and an origin, and so has a document that asks for one', async () => {
        const element = await probe.frame.parentFrame()?.frameElement();
        const tokens = (await element?.getAttribute('sandbox'))?.split(' ') ?? [];
        expect(tokens).toEqual(expect.arrayContaining(['allow-scripts', 'allow-same-origin']));
        for (const far of ['allow-top-navigation', 'allow-popups', 'allow-modals', 'allow-downloads'])
          expect(tokens.some((token) => token.startsWith(far))).toBe(false);
        const origin = await probe.frame.evaluate(() => window.origin);
        const own = new URL(probe.frame.parentFrame()?.url() ?? '').origin;
        expect(origin).toBe(inner === 'opaque' ? 'null' : own);
      });

      test('E3 security/iframe-sandboxed: the document itself is in a sandbox', async () => {
        const tokens = await (await probe.frame.frameElement()).getAttribute('sandbox');
        expect(tokens?.split(' ')).toContain('allow-scripts');
        expect(tokens?.includes('allow-same-origin')).toBe(inner === 'same-origin');
        expect(tokens).not.toMatch(/top-navigation|popups|modals|downloads/);
      });

      test('E3 security/sandbox-messages: what passes between shell and proxy is never seen by the View', async () => {
        expect((await probe.order()).filter((name) => name.startsWith('ui/notifications/sandbox-'))).toEqual(
          [],
        );
        expect((await probe.log).every(({ from }) => from === 'parent')).toBe(true);
      });
    });

    describe('the policy', () => {
      const tryToReach = (view: Probe, url: string): Promise<string> =>
        view.frame.evaluate(
          (target) =>
            fetch(target, { mode: 'no-cors' }).then(
              () => 'reached',
              () => 'blocked',
            ),
          url,
        );
      const loads = (view: Probe, tag: 'img' | 'script' | 'link', url: string): Promise<string> =>
        view.frame.evaluate(
          ([name, target]) =>
            new Promise<string>((resolve) => {
              document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
                if (blockedURI.startsWith(new URL(target).origin)) resolve('blocked');
              });
              const element = document.createElement(name);
              element.addEventListener('load', () => resolve('reached'));
              element.addEventListener('error', () => setTimeout(resolve, 500, 'asked'));
              if (element instanceof HTMLLinkElement)
                Object.assign(element, { rel: 'stylesheet', href: target });
              else (element as HTMLImageElement).src = target;
              document.body.append(element);
            }),
          [tag, url] as const,
        );

      test('E3 security/csp-restrictive-default: without a declaration nothing outside is reached', async () => {
        expect(await tryToReach(probe, `${stranger.origin}/default-fetch`)).toBe('blocked');
        for (const tag of ['img', 'script', 'link'] as const)
          expect([tag, await loads(probe, tag, `${stranger.origin}/default-${tag}`)]).toEqual([
            tag,
            'blocked',
          ]);
        expect(stranger.requests.filter((request) => request.includes('default-'))).toEqual([]);
        // In a task of the View's own, since the browser lets whoever drives it evaluate what he likes.
        const evaluated = await probe.frame.evaluate(
          () =>
            new Promise((resolve) => {
              const script = document.createElement('script');
              script.textContent =
                'setTimeout(() => { try { eval("1"); evaluated(true) } catch { evaluated(false) } })';
              Object.assign(globalThis, { evaluated: resolve });
              document.body.append(script);
            }),
        );
        expect(evaluated).toBe(false);
      });

      test('E3 security/csp-declared-domains, security/csp-undeclared-blocked: what is declared is reached, and nothing else', async () => {
        const { probe: view } = await show(screen, declared);
        await view.welcome();
        expect(await tryToReach(view, `${stranger.origin}/${inner}-declared`)).toBe('reached');
        expect(await tryToReach(view, `http://localhost:${stranger.port}/${inner}-undeclared`)).toBe(
          'blocked',
        );
        expect(await loads(view, 'img', `${stranger.origin}/${inner}-image`)).not.toBe('blocked');
        expect(await loads(view, 'img', `http://localhost:${stranger.port}/${inner}-undeclared`)).toBe(
          'blocked',
        );
        expect(stranger.requests).toContain(`GET /${inner}-declared`);
        expect(stranger.requests).toContain(`GET /${inner}-image`);
        expect(stranger.requests.filter((request) => request.includes(`${inner}-undeclared`))).toEqual([]);
        await until('it is on record', async () =>
          (await product.audit(chat.session)).find(
            ({ method, reason }) => method === 'csp' && reason?.includes('connectDomains'),
          ),
        );
      });

      test('E3 security/csp-frame-domains: frames of declared origins alone', async () => {
        const { probe: view } = await show(screen, declared);
        await view.welcome();
        await view.frame.evaluate(
          ([ours, others]) => {
            for (const url of [ours, others]) {
              const nested = document.createElement('iframe');
              nested.src = url;
              document.body.append(nested);
            }
          },
          [
            `${stranger.origin}/${inner}-frame`,
            `http://localhost:${stranger.port}/${inner}-no-frame`,
          ] as const,
        );
        await until('the declared one is framed', () => stranger.requests.includes(`GET /${inner}-frame`));
        expect(stranger.requests).not.toContain(`GET /${inner}-no-frame`);
      });

      test('E3 security/permissions: what was declared is allowed on both frames, and nothing else', async () => {
        const { probe: view } = await show(screen, declared);
        const allowOf = async (frame: typeof view.frame | null): Promise<string> =>
          (await (await frame?.frameElement())?.getAttribute('allow')) ?? '';
        for (const allow of [await allowOf(view.frame.parentFrame()), await allowOf(view.frame)]) {
          expect(allow).toMatch(/microphone/);
          expect(allow).toMatch(/clipboard-write/);
          expect(allow).not.toMatch(/camera|geolocation/);
        }
        const { hostCapabilities } = await view.welcome();
        expect(hostCapabilities.sandbox).toMatchObject({
          permissions: { microphone: {}, clipboardWrite: {} },
          csp: { connectDomains: [stranger.origin], resourceDomains: [stranger.origin] },
        });
        const plainly = await probe.frame.evaluate(() =>
          navigator.permissions.query({ name: 'microphone' as PermissionName }).then(({ state }) => state),
        );
        expect(plainly).toBe('denied');
      });
    });

    describe('the handshake', () => {
      test('E4 lifecycle/initialize: the answer has version, host, capabilities and context', async () => {
        const welcome = await probe.welcome();
        expect(welcome).toMatchObject({
          protocolVersion: '2026-01-26',
          hostInfo: { name: expect.any(String), version: expect.any(String) },
          hostCapabilities: {
            openLinks: {},
            serverTools: {},
            serverResources: {},
            logging: {},
            sandbox: expect.any(Object),
            downloadFile: {},
            updateModelContext: expect.any(Object),
            message: expect.any(Object),
          },
        });
      });

      test('E5 context/complete: everything that a View may ask about its surroundings is there', async () => {
        const { hostContext } = await probe.welcome();
        expect(hostContext).toMatchObject({
          toolInfo: { tool: { name: `show-${plain}`, inputSchema: { type: 'object' } } },
          theme: expect.stringMatching(/^(light|dark)$/),
          styles: { variables: expect.any(Object) },
          displayMode: 'inline',
          availableDisplayModes: expect.arrayContaining(['inline', 'fullscreen', 'pip']),
          containerDimensions: expect.any(Object),
          locale: expect.any(String),
          timeZone: expect.any(String),
          userAgent: expect.any(String),
          platform: 'web',
          deviceCapabilities: { touch: expect.any(Boolean), hover: expect.any(Boolean) },
          safeAreaInsets: { top: expect.any(Number), right: expect.any(Number) },
        });
        const { variables } = hostContext.styles;
        expect(Object.keys(variables).length).toBeGreaterThan(60);
        expect(variables['--color-background-primary']).toMatch(/light-dark\(/);
        for (const value of Object.values(variables)) expect(value).not.toMatch(/var\(/);
      });

      test('E4 lifecycle/gating: nothing reaches a View before it says that it is ready', async () => {
        const { chat: waiting, probe: view } = await show(screen, silent, { early: true });
        await until('the call has ended', () => waiting.calls[0]?.status === 'completed');
        // A change that every View is told of.
        await screen.page.emulateMedia({ colorScheme: 'dark' });
        await probe.heard('ui/notifications/host-context-changed', ({ theme }) => theme === 'dark');
        expect(await view.log).toEqual([]);
        const { result } = await view.initialize();
        expect(result?.['hostContext']).toMatchObject({ theme: 'dark' });
        await screen.page.emulateMedia({ colorScheme: 'light' });
        await probe.heard('ui/notifications/host-context-changed', ({ theme }) => theme === 'light');
        expect(await view.order()).toEqual([]);
        await view.notify('ui/notifications/initialized');
        await view.heard('ui/notifications/tool-result');
        const order = (await view.order()).filter((name) => name.startsWith('ui/notifications/tool-'));
        expect(order).toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result']);
      });

      test('E4 lifecycle/version: an unknown version is answered with the one that is spoken', async () => {
        const { probe: view } = await show(screen, silent);
        const { result } = await view.request('ui/initialize', {
          protocolVersion: '1999-01-01',
          appInfo: { name: 'old', version: '0' },
          appCapabilities: {},
        });
        expect(result).toMatchObject({ protocolVersion: '2026-01-26' });
      });

      test('E4 lifecycle/ping: is answered', async () => {
        expect(await probe.request('ping')).toMatchObject({ result: {} });
      });

      test('E4 lifecycle/unknown-method: is answered with an error, and malformed messages with nothing at all', async () => {
        expect(await probe.request('no/such-method')).toMatchObject({ error: { code: -32601 } });
        for (const malformed of [
          null,
          7,
          'text',
          [],
          {},
          { jsonrpc: '1.0', id: 1, method: 'ping' },
          { id: 1, method: 'ping' },
        ])
          await probe.post(malformed);
        const before = (await probe.log).length;
        expect(await probe.request('ping')).toMatchObject({ result: {} });
        expect((await probe.log).length).toBe(before + 1);
      });
    });

    describe('the data of the call', () => {
      const tools = (names: readonly string[]): readonly string[] =>
        names.filter((name) => name.startsWith('ui/notifications/tool-'));

      test('E4 data/input-then-result: the input once, then the whole result', async () => {
        expect(tools(await probe.order())).toEqual([
          'ui/notifications/tool-input',
          'ui/notifications/tool-result',
        ]);
        expect(await probe.received('ui/notifications/tool-input')).toEqual([{ arguments: { first: 1 } }]);
        const [result] = await probe.received('ui/notifications/tool-result');
        expect(result).toMatchObject({
          content: [{ type: 'text', text: 'shown by probe' }],
          structuredContent: { given: { first: 1 } },
          _meta: { 'probe/private': 'for the View' },
        });
      });

      test('E4 data/result-is-error: a result that is a failure arrives as one', async () => {
        const { probe: view } = await show(screen, plain, { fail: true });
        expect(await view.heard('ui/notifications/tool-result')).toMatchObject({
          isError: true,
          content: [{ type: 'text', text: 'It failed on purpose.' }],
        });
      });

      test('E4 data/result-verbatim: structured content of any shape, and every kind of content', async () => {
        const answer = {
          content: [
            { type: 'text', text: 'ü' },
            { type: 'image', data: 'AAAA', mimeType: 'image/png' },
            { type: 'resource', resource: { uri: 'probe://x', mimeType: 'text/plain', text: 'x' } },
            { type: 'resource_link', uri: 'probe://y', name: 'y' },
          ],
          structuredContent: { list: [1, [2], { three: null }] },
        };
        const { probe: view } = await show(screen, plain, { answer });
        expect(await view.heard('ui/notifications/tool-result')).toMatchObject(answer);
      });

      test('B7 data/result-whole: a result that is too long for the chat reaches its View whole', async () => {
        const long = 3 * 1024 * 1024;
        const { probe: view } = await show(screen, plain, { long });
        await view.heard('ui/notifications/tool-result');
        const length = await view.frame.evaluate(
          () =>
            (window as unknown as { probe: { log: { data: Json }[] } }).probe.log.find(
              ({ data }) => data['method'] === 'ui/notifications/tool-result',
            )?.data['params'].content[0].text.length,
        );
        expect(length).toBe(long);
      });

      test('E4 data/partial: an input that comes in pieces is shown as it comes, until it is whole', async () => {
        const input = { text: 'x'.repeat(3000), last: true };
        const waiting = await first.another();
        await screen.open(waiting);
        const frame = await screen.newView(() => waiting.call(`show-${plain}`, input, 'stream'));
        const view = new Probe(frame);
        await until('all has come', () => waiting.calls[0]?.status === 'completed', 45_000);
        await view.heard('ui/notifications/tool-result');
        const order = tools(await view.order());
        const wholeAt = order.indexOf('ui/notifications/tool-input');
        expect(order.slice(0, wholeAt).every((name) => name === 'ui/notifications/tool-input-partial')).toBe(
          true,
        );
        expect(order.slice(wholeAt)).toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result']);
        expect(await view.received('ui/notifications/tool-input')).toEqual([{ arguments: input }]);
        const partials = await view.received('ui/notifications/tool-input-partial');
        expect(partials.length).toBeGreaterThan(0);
        const lengths = partials.map(({ arguments: { text = '' } }) => text.length as number);
        expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
      });

      test('E4 data/cancelled: a call that is cancelled says so, and no result follows', async () => {
        const { chat: waiting, probe: view } = await show(screen, plain, { wait: true });
        expect(await view.heard('ui/notifications/tool-input')).toEqual({ arguments: { wait: true } });
        await until('the turn runs', () => waiting.state?.activeTurn);
        waiting.cancel();
        await view.heard('ui/notifications/tool-cancelled');
        expect(tools(await view.order())).toEqual([
          'ui/notifications/tool-input',
          'ui/notifications/tool-cancelled',
        ]);
      });
    });

    describe('what a View asks of its server', () => {
      const call = (name: string, given: object = {}): ReturnType<Probe['request']> =>
        probe.request('tools/call', { name, arguments: given });

      test('C5 visibility/app-tool-call-guard: it calls what is for Views, and nothing that is not', async () => {
        expect(await call('for-view')).toMatchObject({
          result: { content: [{ text: 'for Views of probe' }] },
        });
        expect(await call('for-both', { a: 1 })).toMatchObject({
          result: { content: [{ text: '{"a":1}' }] },
        });
        expect(await call('fails')).toMatchObject({ result: { isError: true } });
        for (const tool of ['for-model', 'for-nobody', 'no-such-tool', '__proto__', 'constructor']) {
          const { error, result } = await call(tool);
          expect([tool, error !== undefined || result?.['isError'] === true]).toEqual([tool, true]);
          expect(JSON.stringify([error, result])).not.toContain('SECRET');
        }
        const names = (await received('tools/call')).map(({ name }) => name);
        expect(names).not.toContain('for-model');
        expect(names).not.toContain('for-nobody');
      });

      test('C5 visibility/cross-server: the tools of another server are out of reach, however they are named', async () => {
        for (const tool of [
          'only-other',
          'other/only-other',
          'other__only-other',
          'other.only-other',
          'other:only-other',
        ])
          expect(JSON.stringify(await call(tool))).not.toContain('SECRET');
        const { channel, id } = first.server('other');
        for (const more of [{ channel }, { server: id }, { _meta: { 'loggia.view': 'x', channel } }]) {
          const answer = await probe.request('tools/call', { name: 'only-other', arguments: {}, ...more });
          expect(JSON.stringify(answer)).not.toContain('SECRET');
        }
        const calls = (await reached(first, 'other')).received.filter(
          ({ method, params }) => method === 'tools/call' && params['name'] === 'only-other',
        );
        expect(calls).toEqual([]);
      });

      test('C5 visibility/app-tool-list: it is told of the tools that it may call', async () => {
        const { result } = await probe.request('tools/list');
        const names = ((result?.['tools'] ?? []) as { name: string }[]).map(({ name }) => name);
        expect(names).toEqual(expect.arrayContaining(['for-view', 'for-both', 'note']));
        expect(names).not.toContain('for-model');
        expect(names).not.toContain('for-nobody');
      });

      test('E4 server/resources: it reads and lists resources', async () => {
        expect(await probe.request('resources/read', { uri: 'probe://note' })).toMatchObject({
          result: { contents: [{ text: 'a note' }] },
        });
        const { result } = await probe.request('resources/list');
        expect(result?.['resources']).toContainEqual(expect.objectContaining({ uri: 'probe://note' }));
        expect(await probe.request('resources/templates/list')).toMatchObject({
          result: { resourceTemplates: [{ name: 'notes' }] },
        });
      });

      test('C3 server/list-changed: every View of the server hears that its tools have changed', async () => {
        const { probe: second } = await show(screen, plain);
        await second.welcome();
        await call('grow');
        await probe.heard('notifications/tools/list_changed');
        await second.heard('notifications/tools/list_changed');
      });

      test('E4 server/sampling: the model is asked where the server may', async () => {
        const { hostCapabilities } = await probe.welcome();
        expect(hostCapabilities.sampling).toEqual(expect.any(Object));
        const answer = await probe.request('sampling/createMessage', {
          messages: [{ role: 'user', content: { type: 'text', text: 'hello model' } }],
          maxTokens: 10,
        });
        expect(answer).toMatchObject({ result: { content: { text: 'Echo: hello model' } } });
      });

      test('C2 server/nothing-else: no other method reaches host or server', async () => {
        for (const method of [
          'initialize',
          'createSession',
          'listSessions',
          'x-loggia/setViewPolicy',
          'resources/subscribe',
          'completion/complete',
          'roots/list',
          'elicitation/create',
          'reconnect',
          'dispatchAction',
        ])
          expect([method, (await probe.request(method, {})).error?.code]).toEqual([method, -32601]);
      });

      test('E9 server/log: a View that logs is on record', async () => {
        await probe.notify('notifications/message', { level: 'info', data: `said by ${inner}` });
        await until('it is on record', async () =>
          (await product.audit(chat.session)).some(({ method }) => method === 'notifications/message'),
        );
      });
    });

    describe('what a View asks of its host', () => {
      test('E4 actions/open-link: opens elsewhere, without an opener', async () => {
        const opened = screen.context.waitForEvent('page');
        expect(await probe.request('ui/open-link', { url: 'https://link.example/a?b=c' })).toMatchObject({
          result: {},
        });
        const page = await opened;
        await page.waitForLoadState();
        expect(page.url()).toBe('https://link.example/a?b=c');
        expect(await page.evaluate(() => window.opener)).toBe(null);
        await page.close();
      });

      test.each([
        'javascript:alert(1)',
        'data:text/html,<script>alert(1)</script>',
        'blob:https://x.example/1',
        'file:///etc/passwd',
        'about:blank',
        'vbscript:x',
        'ftp://x.example/',
        'not an address',
        'chrome://settings',
        ' javascript:alert(1)',
        'java\nscript:alert(1)',
      ])('E4 actions/open-link-guard: %j is not opened', async (url) => {
        const before = screen.context.pages().length;
        const { result, error } = await probe.request('ui/open-link', { url });
        expect(error !== undefined || result?.['isError'] === true).toBe(true);
        expect(screen.context.pages().length).toBe(before);
        expect(screen.dialogs).toEqual([]);
      });

      test('E7 actions/message: becomes a message of the conversation, in both of its forms', async () => {
        const array = { role: 'user', content: [{ type: 'text', text: `array from ${inner}` }] };
        expect(await probe.request('ui/message', array)).toMatchObject({ result: {} });
        await until('it is said', () => chat.messages.some((text) => text.includes(`array from ${inner}`)));
        const object = { role: 'user', content: { type: 'text', text: `object from ${inner}` } };
        expect(await probe.request('ui/message', object)).toMatchObject({ result: {} });
        await until('it is said', () => chat.messages.some((text) => text.includes(`object from ${inner}`)));
        const { result, error } = await probe.request('ui/message', {
          role: 'system',
          content: [{ type: 'text', text: `system from ${inner}` }],
        });
        expect(error !== undefined || result?.['isError'] === true).toBe(true);
        expect(chat.messages.some((text) => text.includes('system from'))).toBe(false);
      });

      test('E7 actions/update-model-context: the last one reaches the model with the next message, and the user sees it', async () => {
        const { chat: own, probe: view } = await show(screen, plain);
        await view.welcome();
        for (const text of ['first context', 'last context'])
          expect(
            await view.request('ui/update-model-context', {
              content: [{ type: 'text', text: `${text} ${inner}` }],
            }),
          ).toMatchObject({ result: {} });
        await screen.composer.fill('what do you know?');
        await screen.composer.press('Enter');
        const message = await until('it is said', () =>
          own.said.find(({ text }) => text.includes('what do you know?')),
        );
        expect(JSON.stringify(message)).toContain(`last context ${inner}`);
        expect(JSON.stringify(message)).not.toContain('first context');
      });

      test('E6 actions/request-display-mode: moves without a reload, and says where it is', async () => {
        const { probe: view } = await show(screen, plain);
        await view.welcome();
        const loaded = await view.loaded;
        const box = async (): Promise<{ width: number; height: number }> => {
          const found = await (await view.frame.parentFrame()?.frameElement())?.boundingBox();
          return found ?? { width: 0, height: 0 };
        };
        const inline = await box();
        for (const mode of ['fullscreen', 'inline', 'pip', 'fullscreen', 'inline']) {
          const ticks = await view.ticks;
          expect(await view.request('ui/request-display-mode', { mode })).toMatchObject({ result: { mode } });
          await view.heard(
            'ui/notifications/host-context-changed',
            ({ displayMode }) => displayMode === mode,
          );
          await until('it goes on', async () => (await view.ticks) > ticks);
          expect(await view.loaded).toBe(loaded);
          if (mode === 'fullscreen')
            await until(
              'it fills the screen',
              async () => (await box()).width > 1300 && (await box()).height > 700,
            );
          if (mode === 'pip') await until('it is small', async () => (await box()).width < 700);
          if (mode === 'inline')
            await until('it is back', async () => Math.abs((await box()).width - inline.width) < 2);
        }
      });

      test('E6 actions/display-mode-guard: no mode that the View did not declare, or that there is not', async () => {
        const { probe: view } = await show(screen, silent);
        await view.start({ availableDisplayModes: ['inline'] });
        for (const mode of ['fullscreen', 'pip'])
          expect(await view.request('ui/request-display-mode', { mode })).toMatchObject({
            result: { mode: 'inline' },
          });
        const { result, error } = await view.request('ui/request-display-mode', { mode: 'billboard' });
        expect(error !== undefined || result?.['mode'] === 'inline').toBe(true);
      });

      test('E4 actions/download-file: is saved under a name that is only a name', async () => {
        const saving = screen.page.waitForEvent('download');
        const contents = [
          {
            type: 'resource',
            resource: {
              uri: 'file:///a/../../etc/re%2F..%2Fport.txt',
              mimeType: 'text/plain',
              text: 'saved',
            },
          },
        ];
        expect(await probe.request('ui/download-file', { contents })).toMatchObject({ result: {} });
        const download = await saving;
        expect(download.suggestedFilename()).toMatch(/^[^/\\]*port\.txt$/);
        expect(
          await (
            await download.createReadStream()
          )
            .toArray()
            .then((parts) => Buffer.concat(parts).toString()),
        ).toBe('saved');
      });

      test('E4 actions/size-changed: an inline View gets the height that it asks for, within bounds, and does not loop', async () => {
        const { probe: view } = await show(screen, plain);
        await view.welcome();
        const height = async (): Promise<number> =>
          (await (await view.frame.parentFrame()?.frameElement())?.boundingBox())?.height ?? 0;
        for (const wanted of [333, 240]) {
          await view.notify('ui/notifications/size-changed', { width: 400, height: wanted });
          await until(`it is ${wanted} high`, async () => Math.abs((await height()) - wanted) <= 4);
        }
        for (const wild of [1e9, -5, 0, Number.NaN, null, '900']) {
          await view.post({
            jsonrpc: '2.0',
            method: 'ui/notifications/size-changed',
            params: { height: wild },
          });
          await view.request('ping');
          expect(await height()).toBeLessThan(900);
          expect(await height()).toBeGreaterThan(0);
        }
        // As a page does that measures itself with its own border: one pixel more each time that it is resized.
        await view.frame.evaluate(() => {
          const { probe: inside } = window as unknown as {
            probe: { notify(method: string, params: Json): void };
          };
          const grow = (): void =>
            inside.notify('ui/notifications/size-changed', { height: innerHeight + 2 });
          addEventListener('resize', grow);
          inside.notify('ui/notifications/size-changed', { height: 300 });
        });
        await until('it is about 300 high', async () => Math.abs((await height()) - 300) < 60);
        const settled = await view.frame.evaluate(async () => {
          const heights: number[] = [];
          for (let frame = 0; frame < 60; frame += 1) {
            await new Promise((resolve) => requestAnimationFrame(resolve));
            heights.push(innerHeight);
          }
          return heights.slice(-20);
        });
        expect(new Set(settled).size).toBe(1);
      });

      test('E4 lifecycle/teardown: a View that asks to go is asked for its last words first', async () => {
        const { probe: view } = await show(screen, plain);
        await view.welcome();
        const words = `last words of ${inner}`;
        await view.frame.evaluate((text) => {
          (window as unknown as { probe: { lastWords: string } }).probe.lastWords = text;
        }, words);
        await view.notify('ui/notifications/request-teardown');
        await until('it is gone', () => view.frame.isDetached());
        expect((await reached(first, 'probe')).notes).toContain(words);
      });

      test('E4 lifecycle/teardown-unanswered: a View that never answers goes all the same', async () => {
        const { probe: view } = await show(screen, plain);
        await view.welcome();
        await view.frame.evaluate(() => {
          (window as unknown as { probe: { answers: Json } }).probe.answers['ui/resource-teardown'] = null;
        });
        await view.notify('ui/notifications/request-teardown');
        await until('it is gone', () => view.frame.isDetached());
      });
    });

    test('E9: everything that it did is on record, and the shell complained of nothing', async () => {
      const lines = (await until('all is on record', async () => {
        const records = await product.audit(chat.session);
        return records.some(({ method }) => method === 'ui/download-file') && records;
      })) as readonly { method: string; decision: string }[];
      const seen = new Set(lines.map(({ method, decision }) => `${method} ${decision}`));
      for (const expected of [
        'sandbox/open allowed',
        'ui/open-link allowed',
        'ui/open-link refused',
        'ui/message allowed',
        'ui/update-model-context allowed',
        'ui/request-display-mode allowed',
        'ui/request-display-mode refused',
        'ui/download-file allowed',
        'tools/call allowed',
        'tools/call refused',
      ])
        expect(seen).toContain(expected);
      expect(
        screen.problems.filter(
          (problem) => !/Content Security Policy|ERR_BLOCKED_BY_CSP|net::ERR/.test(problem),
        ),
      ).toEqual([]);
    });
  });

  test('E3 security/csp-injection: a declaration adds hosts to lists, and nothing more', async () => {
    const screen = await product.screen();
    const { probe } = await show(screen, 'hostile');
    const { hostCapabilities } = await probe.welcome();
    const granted = JSON.stringify(hostCapabilities.sandbox);
    for (const smuggled of [
      'unsafe-eval',
      'script-src',
      stranger.origin,
      'blob:',
      'data:',
      '"*"',
      'usb',
      'camera *',
    ])
      expect([smuggled, granted.includes(smuggled)]).toEqual([smuggled, false]);
    const proxy = probe.frame.parentFrame();
    expect(proxy && (await proxy.evaluate(() => document.title))).toBe('View');
    const reachable = await probe.frame.evaluate(
      (url) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => true,
          () => false,
        ),
      `${stranger.origin}/injected`,
    );
    expect(reachable).toBe(false);
    expect(stranger.requests).not.toContain('GET /injected');
  });

  test('E3 security/csp-base-uri: a base only where it was declared', async () => {
    const screen = await product.screen();
    const baseOf = async (view: string): Promise<string> => {
      const { probe } = await show(screen, view);
      await probe.welcome();
      return probe.frame.evaluate((href) => {
        const base = document.createElement('base');
        base.href = href;
        document.head.append(base);
        return document.baseURI;
      }, `${stranger.origin}/base/`);
    };
    expect(await baseOf('base')).toBe(`${stranger.origin}/base/`);
    expect(await baseOf('plain')).not.toContain(stranger.origin);
  });
});
