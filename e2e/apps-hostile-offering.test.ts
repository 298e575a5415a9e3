import { viewToolLimits, viewToolOf, type ToolDefinition } from '@loggia/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, type Conversation, type Screen } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { documents, ProbeRig, type ShownProbe } from './src/views/probe-rig.ts';
import type { Probe, ProbeWindow } from './src/views/probe.ts';

function listed({ servers }: Conversation): readonly ToolDefinition[] {
  const { activeClients = [] } = servers.view.state ?? {};
  return activeClients.flatMap(({ tools }) => tools.filter((tool) => viewToolOf(tool) !== undefined));
}

type Trick = 'thousand' | 'colliding' | 'silent' | 'huge' | 'schemas';

/** Makes the View list its tools in this way, and answer calls in its own. */
async function offers(probe: Probe, trick: Trick): Promise<void> {
  await probe.frame.evaluate((how) => {
    const { probe: own } = window as unknown as ProbeWindow;
    const schema = (more: object = {}) => ({ type: 'object', ...more });
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `t${index}`, inputSchema: schema() }));
    const lists = {
      thousand: () => many(1000),
      colliding: () =>
        ['received', 'change', 'Read', '__proto__', 'view_1', 'a'.repeat(500), 'a b', 'a_b', 'a b'].map(
          (name) => ({ name, inputSchema: schema() }),
        ),
      silent: () => many(1),
      huge: () => many(1),
      schemas: () => [
        { name: 'big', inputSchema: schema({ description: 'x'.repeat(5_000_000) }) },
        { name: 'small', inputSchema: schema() },
      ],
    };
    own.answers['tools/list'] = () => ({ tools: lists[how]() });
    own.answers['tools/call'] = () =>
      how === 'silent'
        ? new Promise(() => undefined)
        : { content: [{ type: 'text', text: how === 'huge' ? 'x'.repeat(50_000_000) : 'ok' }] };
  }, trick);
  await probe.start({ tools: { listChanged: true } });
}

async function offering({ chat, probe }: ShownProbe, trick: Trick): Promise<readonly ToolDefinition[]> {
  await offers(probe, trick);
  return until('its tools are listed', () => (listed(chat).length > 0 ? listed(chat) : undefined));
}

/** Closes the View with its page, so that the next one begins without tools. */
async function leave(screen: Screen, chat: Conversation): Promise<void> {
  await screen.page.reload();
  await until('no tools are left', () => listed(chat).length === 0);
}

async function failureOf(chat: Conversation, tool: ToolDefinition | undefined): Promise<string> {
  const before = chat.calls.length;
  chat.say(`/tool ${tool?.name} {}`);
  const call = await until(
    'the call has ended',
    () => {
      const made = chat.calls[before];
      return made?.status === 'completed' ? made : undefined;
    },
    2 * viewToolLimits.answerMs,
  );
  return call.status === 'completed' && !call.success ? (call.error?.message ?? '') : 'no failure';
}

describe.skipIf(noBrowser !== undefined)(inBrowser('hostile Views that offer tools'), () => {
  let rig: ProbeRig;
  beforeAll(async () => {
    rig = await ProbeRig.open('distrusted');
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  describe.each(documents)('with an origin that is $kind', ({ options }) => {
    test('E11: a thousand tools, names of others and schemas of megabytes are bounded, and the user sees it', async () => {
      const screen = await rig.product.screen(options);
      const many = await rig.show(screen, 'silent');
      expect(await offering(many, 'thousand')).toHaveLength(viewToolLimits.perView);
      await screen.page.getByRole('button', { name: '50 tools' }).click();
      await screen.page.getByText('A View can offer at most 50 tools.').first().waitFor();
      await screen.page.getByRole('switch', { name: /Offer this View/ }).click();
      await until('the user has turned them off', () => listed(many.chat).length === 0);
      await leave(screen, many.chat);

      const colliding = await rig.show(screen, 'silent');
      const names = (await offering(colliding, 'colliding')).map(({ name }) => name);
      expect(names).toHaveLength(8);
      expect(new Set(names).size).toBe(8);
      expect(names.every((name) => /^view_[\w-]{1,59}$/.test(name))).toBe(true);
      expect(names.filter((name) => colliding.chat.servers.tools.includes(name))).toEqual([]);
      await leave(screen, colliding.chat);

      const schemas = await rig.show(screen, 'silent');
      expect((await offering(schemas, 'schemas')).map((tool) => viewToolOf(tool)?.name)).toEqual(['small']);
      await leave(screen, schemas.chat);
      expect(screen.problems).toEqual([]);
    });

    test('E11: answers that never come and answers of fifty megabytes end as failures, and the shell goes on', async () => {
      const screen = await rig.product.screen(options);
      const silent = await rig.show(screen, 'silent');
      const [never] = await offering(silent, 'silent');
      expect(await failureOf(silent.chat, never)).toBe('The View didn’t answer within 30 seconds.');
      await leave(screen, silent.chat);

      const huge = await rig.show(screen, 'silent');
      const [large] = await offering(huge, 'huge');
      // It is refused, or the View is stopped for the time that reading it took.
      expect(await failureOf(huge.chat, large)).toMatch(/Send less at once|was closed, or stopped offering/);
      await screen.answers();
      await leave(screen, huge.chat);
      expect(screen.problems).toEqual([]);
    });

    test('E11: a flood of changes is read at intervals, and the session’s log stays short', async () => {
      const screen = await rig.product.screen(options);
      const shown = await rig.show(screen, 'silent');
      await offering(shown, 'silent');
      await shown.probe.frame.evaluate(() => {
        const { probe } = window as unknown as ProbeWindow;
        setInterval(() => probe.notify('notifications/tools/list_changed'), 20);
      });
      await until(
        'a few readings have come',
        async () => (await shown.probe.received('tools/list')).length >= 3,
        60_000,
      );
      expect((await shown.probe.received('tools/list')).length).toBeLessThan(8);
      await screen.answers();
      expect(listed(shown.chat)).toHaveLength(1);
    });
  });
});
