import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, type Conversation, type Screen } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { ProbeRig } from './src/views/probe-rig.ts';
import type { Probe } from './src/views/probe.ts';

/** The names before the colon are those of the public suite where it has one, and else made in its manner. */
describe.skipIf(noBrowser !== undefined)(inBrowser('what a host owes to Views: sandbox'), () => {
  let rig: ProbeRig;

  beforeAll(async () => {
    rig = await ProbeRig.open('trusted');
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  describe('as a client of MCP', () => {
    test('E1 capabilities/mimetypes-required: servers are told that Views can be shown, and in which type', async () => {
      const [{ capabilities } = {}] = await rig.received('initialize');
      expect(capabilities.extensions['io.modelcontextprotocol/ui']).toEqual({
        mimeTypes: ['text/html;profile=mcp-app'],
      });
    });

    test('E1 resources/prefetch: templates are read before anybody calls a tool', async () => {
      const read = await until('it is read', async () =>
        (await rig.received('resources/read')).find(({ uri }) => uri === 'ui://probe/frameless'),
      );
      expect(read).toMatchObject({ uri: 'ui://probe/frameless' });
      expect(await rig.received('tools/call')).not.toContainEqual(
        expect.objectContaining({ name: 'show-frameless' }),
      );
    });

    test('C5 visibility/app-tool-hidden: the agent is not offered what is for Views alone, or for nobody', async () => {
      await until('tools are offered', () => rig.first.offered('for-both'));
      const offered = rig.first.servers.tools.map((name) => name.replace(/^probe__/, ''));
      expect(offered).toEqual(expect.arrayContaining(['for-model', 'for-both', 'fails']));
      expect(offered).not.toContain('for-view');
      expect(offered).not.toContain('for-nobody');
      expect(offered).not.toContain('note');
    });

    test('E2 capabilities/text-fallback: a call with a View is a call with text to whoever shows no Views', async () => {
      const call = await (await rig.first.another()).completed('show-plain', { as: 'text' });
      expect(call).toMatchObject({ content: [{ type: 'text', text: 'shown by probe' }] });
      expect(call._meta).toMatchObject({ ui: { resourceUri: 'ui://probe/plain' } });
    });
  });

  describe('templates', () => {
    let screen: Screen;
    beforeAll(async () => {
      screen = await rig.product.sharedScreen();
    });
    afterEach(({ task }) => screen.pictureOfFailure(task));
    afterAll(() => screen.context.close());

    const heading = (probe: Probe): Promise<string> => probe.frame.locator('h1').innerText();

    test.each([
      ['resources/read-referenced: a template that no list names is read all the same', 'unlisted'],
      ['resources/blob: a template in Base64 is read as UTF-8', 'blob'],
      ['resources/flat-key: the older place of its address is understood', 'flat'],
    ])('E1 %s', async (_, view) => {
      const { probe } = await rig.show(screen, view, { view });
      expect(await heading(probe)).toBe('Grüße, 世界');
      expect(await probe.heard('ui/notifications/tool-input')).toEqual({ arguments: { view } });
    });

    test('E1 resources/meta-from-list: what the content does not say is taken from the entry in the list', async () => {
      const { probe } = await rig.show(screen, 'from-list');
      const { hostCapabilities } = await probe.welcome();
      expect(hostCapabilities.sandbox.csp.connectDomains).toEqual([rig.stranger.origin]);
    });

    test.each([
      [
        'resources/mime-type: what is no page for Views is not shown, and the user reads why',
        'wrong-type',
        /text\/html/,
      ],
      ['resources/scheme: a template elsewhere than at ui:// is not shown', 'elsewhere', undefined],
    ])('E1 %s', async (_, view, says) => {
      const before = (await screen.shownViews()).length;
      const chat = await rig.first.another();
      await chat.completed(`show-${view}`);
      await screen.open(chat);
      const { page } = screen;
      if (says) await page.getByText(says).first().waitFor();
      else await page.getByText('shown by probe').first().waitFor({ state: 'attached' });
      expect(await screen.shownViews()).toHaveLength(before);
      expect((await rig.received('resources/read')).map(({ uri }) => uri)).not.toContain(
        'https://elsewhere.example/view.html',
      );
    });

    test('E5 ui/prefers-border: a border is drawn, or not, as the template wishes', async () => {
      const borderOf = async (view: string): Promise<boolean> => {
        const { probe } = await rig.show(screen, view);
        await probe.welcome();
        const handle = await probe.frame.parentFrame()?.frameElement();
        return (
          handle?.evaluate((node) => {
            const frame = node as Element;
            // Either the frame draws it, or the element underneath.
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

  describe('a View', () => {
    let screen: Screen;
    let chat: Conversation;
    let probe: Probe;

    beforeAll(async () => {
      screen = await rig.product.sharedScreen();
      ({ chat, probe } = await rig.show(screen, 'plain', { first: 1 }));
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
        const { probe: sibling } = await rig.show(screen, 'plain');
        const origins = [probe, sibling].map(({ frame }) => new URL(frame.parentFrame()?.url() ?? '').origin);
        expect(new Set([...origins, new URL(screen.page.url()).origin]).size).toBe(3);
      });

      test('E3 security/sandbox-permissions: the page between has scripts and an origin, and so has the document', async () => {
        const element = await probe.frame.parentFrame()?.frameElement();
        const tokens = (await element?.getAttribute('sandbox'))?.split(' ') ?? [];
        expect(tokens).toEqual(expect.arrayContaining(['allow-scripts', 'allow-same-origin']));
        for (const far of ['allow-top-navigation', 'allow-popups', 'allow-modals', 'allow-downloads'])
          expect(tokens.some((token) => token.startsWith(far))).toBe(false);
        const origin = await probe.frame.evaluate(() => window.origin);
        const own = new URL(probe.frame.parentFrame()?.url() ?? '').origin;
        expect(origin).toBe(own);
      });

      test('E3 security/iframe-sandboxed: the document itself is in a sandbox', async () => {
        const tokens = await (await probe.frame.frameElement()).getAttribute('sandbox');
        expect(tokens?.split(' ')).toContain('allow-scripts');
        expect(tokens?.split(' ')).toContain('allow-same-origin');
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
        expect(await tryToReach(probe, `${rig.stranger.origin}/default-fetch`)).toBe('blocked');
        for (const tag of ['img', 'script', 'link'] as const)
          expect([tag, await loads(probe, tag, `${rig.stranger.origin}/default-${tag}`)]).toEqual([
            tag,
            'blocked',
          ]);
        expect(rig.stranger.requests.filter((request) => request.includes('default-'))).toEqual([]);
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
        const { probe: view } = await rig.show(screen, 'declared');
        await view.welcome();
        expect(await tryToReach(view, `${rig.stranger.origin}/declared`)).toBe('reached');
        expect(await tryToReach(view, `http://localhost:${rig.stranger.port}/undeclared`)).toBe('blocked');
        expect(await loads(view, 'img', `${rig.stranger.origin}/image`)).not.toBe('blocked');
        expect(await loads(view, 'img', `http://localhost:${rig.stranger.port}/undeclared`)).toBe('blocked');
        expect(rig.stranger.requests).toContain('GET /declared');
        expect(rig.stranger.requests).toContain('GET /image');
        expect(rig.stranger.requests.filter((request) => request.includes('undeclared'))).toEqual([]);
        await until('it is on record', async () =>
          (await rig.product.audit(chat.session)).find(
            ({ method, reason }) => method === 'csp' && reason?.includes('connectDomains'),
          ),
        );
      });

      test('E3 security/csp-frame-domains: frames of declared origins alone', async () => {
        const { probe: view } = await rig.show(screen, 'declared');
        await view.welcome();
        await view.frame.evaluate(
          ([ours, others]) => {
            for (const url of [ours, others]) {
              const nested = document.createElement('iframe');
              nested.src = url;
              document.body.append(nested);
            }
          },
          [`${rig.stranger.origin}/frame`, `http://localhost:${rig.stranger.port}/no-frame`] as const,
        );
        await until('the declared one is framed', () => rig.stranger.requests.includes('GET /frame'));
        expect(rig.stranger.requests).not.toContain('GET /no-frame');
      });

      test('E3 security/permissions: what was declared is allowed on both frames, and nothing else', async () => {
        const { probe: view } = await rig.show(screen, 'declared');
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
          csp: { connectDomains: [rig.stranger.origin], resourceDomains: [rig.stranger.origin] },
        });
        const plainly = await probe.frame.evaluate(() =>
          navigator.permissions.query({ name: 'microphone' as PermissionName }).then(({ state }) => state),
        );
        expect(plainly).toBe('denied');
      });
    });
  });

  test('E3 security/csp-injection: a declaration adds hosts to lists, and nothing more', async () => {
    const screen = await rig.product.screen();
    const { probe } = await rig.show(screen, 'hostile');
    const { hostCapabilities } = await probe.welcome();
    const granted = JSON.stringify(hostCapabilities.sandbox);
    for (const smuggled of [
      'unsafe-eval',
      'script-src',
      rig.stranger.origin,
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
      `${rig.stranger.origin}/injected`,
    );
    expect(reachable).toBe(false);
    expect(rig.stranger.requests).not.toContain('GET /injected');
  });

  test('E3 security/csp-base-uri: a base only where it was declared', async () => {
    const screen = await rig.product.screen();
    const baseOf = async (view: string): Promise<string> => {
      const { probe } = await rig.show(screen, view);
      await probe.welcome();
      return probe.frame.evaluate((href) => {
        const base = document.createElement('base');
        base.href = href;
        document.head.append(base);
        return document.baseURI;
      }, `${rig.stranger.origin}/base/`);
    };
    expect(await baseOf('base')).toBe(`${rig.stranger.origin}/base/`);
    expect(await baseOf('plain')).not.toContain(rig.stranger.origin);
  });
});
