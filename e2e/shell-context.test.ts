import { answers, FakeProvider, says } from '@loggia/testing/providers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screenSizes, seriousFindings } from './src/axe.ts';
import { inBrowser, noBrowser, Product, type Conversation, type Screen } from './src/browser.ts';
import { loggia } from './src/process/command.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('the context window of a session'), () => {
  let product: Product;
  let model: FakeProvider;
  let conversation: Conversation;

  beforeAll(async () => {
    model = await FakeProvider.open('anthropic');
    const models = [{ id: 'big-one', maxContextWindow: 100_000 }];
    const options = { provider: 'anthropic', apiKey: 'k', baseURL: model.baseURL, models };
    const agents = [{ module: '@loggia/model', options }];
    product = await Product.start({ echo: stdio(echoServer) }, { agents });
    conversation = await product.session('echo');
    await until('its tools are offered', () => conversation.servers.tools.includes('echo'));
    await tools('Hello');
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    await model.close();
  });

  /** Those that the model gets with the next message. */
  async function tools(text: string): Promise<readonly string[]> {
    model.when(text, answers(says(`Heard ${text}.`)));
    const count = conversation.state?.turns.length ?? 0;
    conversation.say(text);
    await until(`${text} is answered`, () => (conversation.state?.turns.length ?? 0) > count);
    return (model.requests.at(-1)?.tools ?? []).toSorted();
  }

  const values = () => conversation.servers.view.state?.config?.values;

  async function openPanel({ page }: Screen): Promise<ReturnType<Page['locator']>> {
    await page.getByRole('button', { name: /^Context window:/ }).click();
    const panel = page.locator('.context-panel');
    await panel.getByLabel('Room for tools').waitFor();
    return panel;
  }

  test('K3: room and pins chosen in one page count for the next message, and show elsewhere', async () => {
    const [screen, other] = [await product.screen(), await product.screen()];
    await screen.open(conversation);
    await other.open(conversation);
    const [panel, seen] = [await openPanel(screen), await openPanel(other)];
    const room = panel.getByLabel('Room for tools');
    expect(await room.inputValue()).toBe('');
    await panel.getByText('As in the workspace (A tenth of the window)').waitFor({ state: 'attached' });

    await loggia(product.data, ['sessions', 'settings', conversation.session, '--tool-budget', '1']);
    await until('the page shows it', async () => (await room.inputValue()) === '1');
    expect(await tools('One')).toEqual(['search_tools']);

    // None of its tools is in the window now, and it can be pinned all the same.
    await panel.getByRole('button', { name: 'echo', exact: true }).click();
    const pin = panel.getByRole('button', { name: 'Pin echo in this session' });
    await until('its tools are listed', async () => (await pin.count()) === 2);
    await pin.last().click();
    await until('it is stored', () => JSON.stringify(values()?.['pinnedTools']) === '["echo/echo"]');
    expect(await tools('Two')).toEqual(['echo', 'search_tools']);

    await pin.first().click();
    await until('it replaces the other', () => JSON.stringify(values()?.['pinnedTools']) === '["echo"]');
    await panel.getByRole('img', { name: 'echo is pinned with its server' }).waitFor();
    const elsewhere = seen.getByRole('button', { name: 'Pin echo in this session' });
    await until('the other page', async () => (await elsewhere.getAttribute('aria-pressed')) === 'true');

    await room.selectOption({ label: 'No limit' });
    await until(
      'the other page',
      async () => (await seen.getByLabel('Room for tools').inputValue()) === 'off',
    );
    expect(await tools('Three')).not.toContain('search_tools');
    expect(values()).toMatchObject({ toolBudget: 'off', pinnedTools: ['echo'] });

    await room.selectOption('');
    await pin.first().click();
    await until('all is as before', () => JSON.stringify(values()?.['pinnedTools']) === '[]');
    expect(values()).toMatchObject({ toolBudget: 'default', pinnedTools: [] });
    expect([...screen.problems, ...other.problems, ...model.problems]).toEqual([]);
  });

  test('K3: a server that is turned off in the list stays there to be turned on again', async () => {
    await loggia(product.data, ['sessions', 'settings', conversation.session, '--tool-budget', '0']);
    await tools('Four');
    const screen = await product.screen();
    await screen.open(conversation);
    const panel = await openPanel(screen);
    await panel.getByRole('button', { name: 'Turn off echo in this session' }).click();
    await panel.getByRole('button', { name: 'Turn on echo in this session' }).click();
    await panel.getByRole('button', { name: 'Turn off echo in this session' }).waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('K4: a summary is marked in the transcript, can be read there, and makes room; the transcript stays whole', async () => {
    const chat = await product.session('echo');
    const long = 'All about aqueducts. '.repeat(300);
    const counted = (input: number, text: string) => ({
      ...answers(says(text)),
      usage: { input, output: 2_000 },
    });
    model.when('Tell me', counted(30_000, long));
    model.when(
      (request) => request.system.includes('You summarize'),
      counted(32_000, 'It is about aqueducts.'),
    );
    chat.say('Tell me');
    await until('the question is answered', () => chat.state?.turns.length === 1);
    const screen = await product.screen();
    await screen.open(chat);
    const { page } = screen;
    const ring = page.getByRole('button', { name: /^Context window:/ });
    const before = await ring.getAttribute('aria-label');
    await ring.click();
    await page.getByRole('button', { name: 'Summarize earlier messages' }).click();
    const mark = page.getByRole('button', { name: 'Earlier messages were summarized.' });
    await mark.waitFor();
    await until('the ring shows the room', async () => (await ring.getAttribute('aria-label')) !== before);
    await page.keyboard.press('Escape');
    await page.locator('.context-panel').waitFor({ state: 'detached' });
    expect(await page.getByText('It is about aqueducts.').count()).toBe(0);
    await mark.click();
    await page.getByText('It is about aqueducts.').waitFor();
    await page
      .getByText(/^All about aqueducts\./)
      .first()
      .waitFor();
    expect([...screen.problems, ...model.problems]).toEqual([]);
  });

  test.each(screenSizes)('K3, J5: the list is accessible, $name', async ({ name, viewport }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const screen = await product.screen({ viewport, colorScheme });
      await screen.open(conversation);
      const panel = await openPanel(screen);
      await panel.getByRole('button', { name: 'echo', exact: true }).click();
      await panel.getByRole('button', { name: 'Pin echo in this session' }).nth(1).waitFor();
      expect(await seriousFindings(screen.page, `context window, ${name}, ${colorScheme}`)).toEqual([]);
      expect(screen.problems).toEqual([]);
    }
  });
});
