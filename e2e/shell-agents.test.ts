import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSession } from '@loggia/client';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screenSizes, seriousFindings } from './src/axe.ts';
import { Conversation, inBrowser, noBrowser, Product } from './src/browser.ts';
import { scriptedAgent } from './src/process/scripted-agent.ts';
import { until } from './src/process/until.ts';
import { SessionServers } from './src/servers/session-servers.ts';

const secret = 'sk-agent-page-secret';

describe.skipIf(noBrowser !== undefined)(inBrowser('agents in the page'), () => {
  let product: Product;

  beforeAll(async () => {
    product = await Product.start({}, { agents: undefined });
  });

  afterAll(() => product[Symbol.asyncDispose]());

  test('J9, H5: an agent is added by its command once it is trusted, tested, signed in, talked to and removed', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await screen.go('settings', 'agents');
    await page.getByRole('button', { name: 'Add an agent' }).click();
    const dialog = page.getByRole('dialog', { name: /^Add/ });
    await dialog.getByRole('button', { name: /^OpenCode/ }).waitFor();
    await dialog.getByRole('button', { name: /^Another program/ }).click();
    await dialog.getByLabel('Name').fill('Helper');
    const command = dialog.getByLabel('Command', { exact: true }).first();
    await command.fill('no-such-agent --acp');
    const testButton = dialog.getByRole('button', { name: 'Test' });
    expect(await testButton.isDisabled()).toBe(true);
    const trust = dialog.getByRole('checkbox', { name: 'I trust this program' });
    await trust.check();
    await testButton.click();
    await dialog.getByText('there is no program "no-such-agent" on the PATH of the host').waitFor();

    // Another program isn't the one that was trusted.
    await command.fill(`"${process.execPath}" "${scriptedAgent}"`);
    expect([await trust.isChecked(), await testButton.isDisabled()]).toEqual([false, true]);
    await dialog.getByText('Variables, folder and sign-in method').click();
    await dialog.getByLabel('Variables', { exact: true }).fill(`KEY=${secret}\nSIGN_IN=each time`);
    await dialog.getByText('and gets KEY, SIGN_IN').waitFor();
    await trust.check();
    await dialog.getByRole('button', { name: 'Add agent' }).click();

    const card = page.getByRole('listitem', { name: 'Helper' });
    await card.getByText('Not signed in').waitFor();
    await card.getByRole('button', { name: 'Sign in: Use a key' }).click();
    await card.getByText(/It works: Scripted 1\.2\.3 opened a session/).waitFor();
    await card.getByText('Ready').waitFor();

    await screen.go('desk');
    await page.getByRole('button', { name: 'Model: Helper' }).waitFor();
    await screen.composer.fill('[{"say":"Hello from the helper."}]');
    await screen.composer.press('Enter');
    await page.getByText('Hello from the helper.', { exact: true }).waitFor();

    await screen.go('settings', 'agents');
    await card.getByText('KEY, SIGN_IN').waitFor();
    expect(await page.content()).not.toContain(secret);
    await card.getByRole('button', { name: 'More for Helper' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await until('it is gone', async () => (await card.count()) === 0);
    expect(screen.problems).toEqual([]);
  });

  test('J9: an agent that signs in with its own program is signed in in a terminal of the page', async () => {
    const env = { SIGN_IN: 'terminal', SESSIONS: product.data.path };
    const settings = { name: 'Typist', command: process.execPath, args: [scriptedAgent], env };
    await product.client.ahp.call('x-loggia/addAgent', { channel: 'ahp-root://', settings });
    const screen = await product.screen();
    const { page } = screen;
    await screen.go('settings', 'agents');
    const card = page.getByRole('listitem', { name: 'Typist' });
    await card.getByRole('button', { name: 'Test' }).click();
    await card.getByRole('button', { name: 'Sign in: Log in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to Typist' });
    await dialog.locator('.xterm-rows').getByText('Your code:').waitFor();
    await dialog.locator('.xterm-screen').click();
    await page.keyboard.type('1234\n');
    await dialog.getByText('The program has ended, and you are signed in.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await card.getByText('Ready').waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('K1, K3, A7, J5: the plan, notices, questions, commands and options of an agent are seen and answered in the page', async () => {
    const mode = (id: string, name: string) => ({ id, name });
    const MODES = JSON.stringify({
      currentModeId: 'code',
      availableModes: [mode('code', 'Code'), mode('ask', 'Ask first')],
    });
    const COMMANDS = JSON.stringify([{ name: 'tidy', description: 'Tidy the imports' }]);
    const env = { SESSIONS: product.data.path, MODES, COMMANDS };
    const settings = { name: 'Planner', command: process.execPath, args: [scriptedAgent], env };
    await product.client.ahp.call('x-loggia/addAgent', { channel: 'ahp-root://', settings });
    const uri = await createSession(product.client.ahp, { provider: 'planner' });
    const servers = await SessionServers.watch(product.client, uri);
    const chat = new Conversation(servers, servers.view.state?.defaultChat ?? '');
    await chat.ready();
    const screen = await product.screen();
    const { page } = screen;
    await screen.open(chat);

    const step = (content: string, status: string) => ({ content, status, priority: 'medium' });
    const file = path.join(product.data.path, 'workspace', 'a.txt');
    const options = [
      { optionId: 'yes', name: 'Yes, once', kind: 'allow_once' },
      { optionId: 'always', name: 'Yes, every time', kind: 'allow_always' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ];
    const content = [{ type: 'diff', path: file, oldText: 'old words', newText: 'new words' }];
    const toolCall = { toolCallId: 'e', title: 'Edit a.txt', kind: 'edit', content };
    const notice = { sessionUpdate: 'notice', severity: 'info', title: 'Slow', description: 'Many requests' };
    chat.say(
      JSON.stringify([
        { plan: [step('Look', 'completed'), step('Leap', 'in_progress')] },
        { update: notice },
        { ask: { toolCall, options } },
        { update: { sessionUpdate: 'tool_call_update', toolCallId: 'e', status: 'completed' } },
        { plan: [step('Look', 'completed'), step('Leap', 'completed')] },
      ]),
    );
    const plan = page.getByRole('region', { name: 'Plan' });
    await plan.getByRole('listitem').filter({ hasText: 'In progress: Leap' }).waitFor();
    await page.getByText('Slow: Many requests', { exact: true }).waitFor();
    const question = page.locator('.call-confirm');
    await question.getByText('new words').waitFor();
    await question.getByRole('button', { name: 'No', exact: true }).waitFor();
    expect(await seriousFindings(page, 'a plan and a question')).toEqual([]);
    await question.getByRole('button', { name: 'Yes, every time' }).click();
    await page.getByText('always', { exact: true }).waitFor();
    await plan.getByText('2 of 2 done').waitFor();
    await until('the turn has ended', () => chat.state?.turns.length === 1);
    await plan.getByRole('listitem').filter({ hasText: 'Done: Leap' }).waitFor();

    await page.getByRole('button', { name: 'Options: Code' }).click();
    await page.getByLabel('Mode', { exact: true }).selectOption('ask');
    await page.getByRole('button', { name: 'Options: Ask first' }).waitFor();
    await screen.composer.fill('/ti');
    await page.getByRole('option', { name: /tidy.*Tidy the imports/ }).click();
    await screen.composer.pressSequentially('[{"settings":true}]');
    await screen.composer.press('Enter');
    await page.getByText('"ask"', { exact: true }).waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('K1, A7, J5: a file that a call of an agent works on opens at the line that the agent named', async () => {
    const folder = path.join(product.data.path, 'workspace');
    const lines = Array.from({ length: 200 }, (_, index) => `const line${index + 1} = ${index + 1};`);
    await writeFile(path.join(folder, 'sums.ts'), lines.join('\n'));
    const env = { SESSIONS: product.data.path };
    const settings = { name: 'Reader', command: process.execPath, args: [scriptedAgent], env };
    await product.client.ahp.call('x-loggia/addAgent', { channel: 'ahp-root://', settings });
    const uri = await createSession(product.client.ahp, { provider: 'reader' });
    const servers = await SessionServers.watch(product.client, uri);
    const directory = pathToFileURL(folder).href;
    await servers.view.dispatch({ type: 'session/workingDirectorySet', directory }).settled;
    const chat = new Conversation(servers, servers.view.state?.defaultChat ?? '');
    await chat.ready();
    const call = { toolCallId: 'r', title: 'Read sums', kind: 'read', status: 'completed' };
    const locations = [{ path: path.join(folder, 'sums.ts'), line: 120 }, { path: '/etc/hosts' }];
    chat.say(JSON.stringify([{ update: { sessionUpdate: 'tool_call', ...call, locations } }]));
    const screen = await product.screen();
    const { page } = screen;
    await screen.open(chat);
    await page.getByRole('button', { name: /Read sums/ }).click();
    await page.getByText('/etc/hosts', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: '/etc/hosts' }).count()).toBe(0);
    await page.getByRole('button', { name: 'sums.ts:120' }).click();
    const dialog = page.getByRole('dialog', { name: 'sums.ts' });
    const wanted = dialog.locator('[aria-current="location"]');
    await wanted.getByText('const line120 = 120;').waitFor();
    await until('the line is in sight', () => isInside(wanted, dialog.locator('pre')));
    expect(await seriousFindings(page, 'a file of a call')).toEqual([]);
    expect(screen.problems).toEqual([]);
  });

  test.each(screenSizes)(
    'J9, J5: the agents page and its dialog are accessible, $name',
    async ({ name, viewport }) => {
      const screen = await product.screen({ viewport });
      const { page } = screen;
      await screen.go('settings', 'agents');
      await page.getByRole('listitem', { name: 'Operator' }).waitFor();
      const onPage = await seriousFindings(page, `agents, ${name}`);
      await page.getByRole('button', { name: 'Add an agent' }).click();
      const dialog = page.getByRole('dialog', { name: /^Add/ });
      await dialog.getByRole('button', { name: /^Gemini/ }).waitFor();
      const catalog = await seriousFindings(page, `catalog, ${name}`);
      await dialog.getByRole('button', { name: /^Gemini/ }).click();
      await dialog.getByText('Variables, folder and sign-in method').click();
      const form = await seriousFindings(page, `form, ${name}`);
      expect([...onPage, ...catalog, ...form]).toEqual([]);
      expect(screen.problems).toEqual([]);
    },
  );
});

async function isInside(inner: Locator, outer: Locator): Promise<boolean> {
  const [small, large] = [await inner.boundingBox(), await outer.boundingBox()];
  return small !== null && large !== null && small.y >= large.y && small.y < large.y + large.height;
}
