import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ask } from '@loggia/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { seriousFindings } from './src/axe.ts';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { echoServer, HttpServerProcess, programOf } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('servers in the page'), () => {
  let product: Product;
  const everything = `${process.execPath} "${programOf('everything')}" stdio`;

  beforeAll(async () => {
    product = await Product.start();
  });
  afterAll(() => product[Symbol.asyncDispose]());

  async function openServers(): Promise<Page> {
    const { page } = await product.screen();
    await page.evaluate(() => {
      location.hash = '#/-/servers';
    });
    return page;
  }

  test(
    'J9: a server with a typo is corrected where its error is shown, and called what it says it is',
    { timeout: 120_000 },
    async () => {
      const page = await openServers();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      const adding = page.getByRole('dialog', { name: 'Add a server' });
      await adding.getByLabel('Command', { exact: true }).fill(`npxx ${programOf('everything')}`);
      await adding.getByText('More options').click();
      await adding.getByLabel('Environment').fill('API_KEY=hush-hush');
      await adding.getByRole('button', { name: 'Add', exact: true }).click();
      await adding.getByText('There is no program "npxx" on the PATH').waitFor();
      await adding.getByRole('button', { name: 'Add anyway' }).click();
      await adding.waitFor({ state: 'detached' });

      const detail = page.getByRole('region', { name: 'Details' });
      await detail.getByText('There is no program "npxx" on the PATH').waitFor();
      await detail.getByRole('button', { name: 'Edit server' }).click();
      const editing = page.getByRole('dialog', { name: /^Edit / });
      await editing.getByRole('button', { name: 'Replace the value of API_KEY' }).waitFor();
      expect(await editing.innerHTML()).not.toContain('hush-hush');
      await editing.getByLabel('Command', { exact: true }).fill(everything);
      await editing.getByRole('button', { name: 'Test connection' }).click();
      await editing.getByText('Connected to').waitFor();
      await editing.getByText(/It offers \d+ tools/).waitFor();
      expect(await seriousFindings(page, 'the editor of a server')).toEqual([]);
      await editing.getByLabel('Name').fill('everything');
      await editing.getByRole('button', { name: 'Save' }).click();
      await editing.waitFor({ state: 'detached' });
      await detail.getByRole('heading', { name: 'everything' }).waitFor();
      await detail.getByText('Ready', { exact: true }).waitFor();

      // The value that nobody saw again reaches the new process.
      await page.locator('.tool > summary').filter({ hasText: 'get-env' }).click();
      const form = page.getByRole('form', { name: 'Try get-env' });
      await form.getByRole('button', { name: 'Try it' }).click();
      await form.getByText('hush-hush').first().waitFor();
    },
  );

  test('J9: a server at an address names itself, and its stored headers are asked for when it moves', async () => {
    const server = await HttpServerProcess.start('everything', 'streamableHttp');
    try {
      const page = await openServers();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      const adding = page.getByRole('dialog', { name: 'Add a server' });
      await adding.getByText('Address', { exact: true }).click();
      await adding.getByLabel('Address', { exact: true }).fill(`${server.origin}/mcp`);
      await adding.getByText('More options').click();
      await adding.getByLabel('Headers').fill('X-Key: hush-hush');
      await adding.getByRole('button', { name: 'Add', exact: true }).click();
      await adding.waitFor({ state: 'detached' });
      const detail = page.getByRole('region', { name: 'Details' });
      const heading = detail.getByRole('heading', { level: 2 });
      await heading.filter({ hasText: /everything/i }).waitFor();
      await detail.getByText('Ready', { exact: true }).waitFor();

      await detail.getByRole('button', { name: /^More for/ }).click();
      await page.getByRole('menuitem', { name: 'Edit server…' }).click();
      const editing = page.getByRole('dialog', { name: /^Edit / });
      await editing.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9/mcp');
      await editing.getByRole('button', { name: 'Save' }).click();
      await editing.getByText('Enter them again: X-Key.').waitFor();
      await editing.getByRole('button', { name: 'Remove X-Key' }).click();
      await editing.getByRole('button', { name: 'Test connection' }).click();
      await editing.getByText('its port is reserved for another service').waitFor();
      await editing.getByRole('button', { name: 'Cancel', exact: true }).click();
    } finally {
      await server[Symbol.asyncDispose]();
    }
  });

  test(
    'B8, J9: a tool that is tried asks its questions in the page, runs on for as long as it takes, and can be canceled',
    { timeout: 120_000 },
    async () => {
      await ask(product.client.ahp, 'x-loggia/addServer', {
        name: 'asking',
        settings: { command: process.execPath, args: [programOf('everything'), 'stdio'] },
      });
      const page = await openServers();
      await page.getByText('asking', { exact: true }).click();
      const tool = async (name: string) => {
        await page.locator('.tool > summary').filter({ hasText: name }).first().click();
        return page.locator('.tool[open]').filter({ hasText: name }).first();
      };

      const elicits = await tool('trigger-elicitation-request');
      await elicits.getByRole('button', { name: 'Try it' }).click();
      await elicits.getByText('Waiting for you').waitFor();
      const form = elicits.locator('form.form');
      expect(await seriousFindings(page, 'a question in a try-out')).toEqual([]);
      await form.getByLabel('String', { exact: true }).fill('Ada');
      await form.getByRole('button', { name: 'Send' }).click();
      await elicits.getByText(/Ada/).first().waitFor();
      await elicits.getByText('Request and response').click();
      await elicits.getByRole('region', { name: 'Request' }).getByText('"tools/call"').waitFor();
      await elicits.getByRole('button', { name: 'Copy the response' }).waitFor();
      await page.locator('.tool[open] > summary').first().click();

      const samples = await tool('trigger-sampling-request');
      await samples.getByLabel('Prompt', { exact: true }).fill('Say something');
      await samples.getByRole('button', { name: 'Try it' }).click();
      await samples.locator('form.form').getByLabel('Answer').fill('Something, by hand.');
      await samples.locator('form.form').getByRole('button', { name: 'Send' }).click();
      await samples.getByText('Something, by hand.').first().waitFor();
      await page.locator('.tool[open] > summary').first().click();

      const long = await tool('trigger-long-running-operation');
      await long.getByLabel(/^Duration/).fill('60');
      await long.getByLabel(/^Steps/).fill('60');
      await long.getByRole('button', { name: 'Try it' }).click();
      await long.getByRole('progressbar').waitFor();
      await long.getByText(/Running… [1-9]/).waitFor();
      await long.getByRole('button', { name: 'Cancel' }).click();
      await long.getByText('Canceled.').waitFor();
      await until('the call is over in the host, too', async () => {
        const { records } = await ask(product.client.ahp, 'x-loggia/listAudit', { limit: 20 });
        return records.some(
          ({ target, decision }) => target === 'trigger-long-running-operation' && decision === 'failed',
        );
      });
    },
  );

  test(
    'J4: prompts and resource templates of a server are filled in on its page',
    { timeout: 90_000 },
    async () => {
      await ask(product.client.ahp, 'x-loggia/addServer', {
        name: 'prompting',
        settings: { command: process.execPath, args: [programOf('everything'), 'stdio'] },
      });
      const page = await openServers();
      await page.getByText('prompting', { exact: true }).click();
      const detail = page.getByRole('region', { name: 'Details' });
      await detail.getByText('Ready', { exact: true }).waitFor();
      await detail.getByRole('tab', { name: 'Prompts' }).click();
      await detail.locator('.tool > summary').filter({ hasText: 'Arguments Prompt' }).first().click();
      const prompt = detail.getByRole('form', { name: /^Fill in/ }).first();
      await prompt.getByLabel(/^city/i).fill('Lisbon');
      await prompt.getByRole('button', { name: 'Show messages' }).click();
      await detail
        .getByRole('region', { name: 'Messages' })
        .getByText(/Lisbon/)
        .first()
        .waitFor();

      await detail.getByRole('tab', { name: 'Templates' }).click();
      await detail.locator('.tool > summary').filter({ hasText: 'Dynamic Text' }).first().click();
      const template = detail.getByRole('form', { name: /^Fill in/ }).first();
      await template.getByLabel(/resourceId/).fill('7');
      await template.getByRole('button', { name: 'Read resource' }).click();
      await detail
        .getByText(/Resource 7/)
        .first()
        .waitFor();
      expect(await seriousFindings(page, 'templates of a server')).toEqual([]);
    },
  );

  test(
    'J9, H5, D4: a plugin and a folder say in the page what they would run, and run it only after a yes',
    { timeout: 120_000 },
    async () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-plugin-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const server = { command: process.execPath, args: [echoServer] };
      for (const [file, content] of [
        ['weather/.claude-plugin/plugin.json', { name: 'weather', version: '1.2.0' }],
        ['weather/.mcp.json', { sky: server }],
        ['project/.mcp.json', { mcpServers: { local: server } }],
      ] as const) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), JSON.stringify(content));
      }
      const page = await openServers();
      await page.getByRole('button', { name: 'Add a plugin…' }).click();
      const adding = page.getByRole('dialog', { name: 'Add a plugin' });
      await adding.getByLabel('Folder on the host').fill(folder);
      await adding.getByRole('button', { name: 'Preview' }).click();
      await adding.getByRole('alert').getByText('.claude-plugin/plugin.json').waitFor();
      await adding.getByLabel('Folder on the host').fill(path.join(folder, 'weather'));
      await adding.getByRole('button', { name: 'Preview' }).click();
      const preview = page.getByRole('dialog', { name: 'Add “weather”?' });
      await preview.getByText(echoServer).waitFor();
      expect(await seriousFindings(page, 'the preview of a plugin')).toEqual([]);
      await preview.getByRole('button', { name: 'Trust and add' }).click();
      await preview.waitFor({ state: 'detached' });

      const detail = page.getByRole('region', { name: 'Details' });
      await detail.getByRole('heading', { name: 'weather' }).waitFor();
      await detail.getByRole('heading', { name: 'You trust this.' }).waitFor();
      const list = page.getByRole('region', { name: 'Servers and plugins' });
      await list.getByRole('link', { name: /^sky Ready/ }).waitFor();
      await detail.getByRole('button', { name: 'More for weather' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
      await page
        .getByRole('dialog', { name: 'Remove “weather”?' })
        .getByRole('button', { name: 'Remove' })
        .click();
      await list.getByRole('link', { name: /^sky/ }).waitFor({ state: 'detached' });

      const session = `ahp-session:/${crypto.randomUUID()}`;
      await product.client.ahp.request('createSession', { channel: session });
      await page.evaluate(
        (to) => {
          location.hash = to;
        },
        `#/-/session/${encodeURIComponent(session)}`,
      );
      await page.getByRole('button', { name: 'More for this session' }).click();
      await page.getByRole('menuitem', { name: 'Folder…' }).click();
      const choosing = page.getByRole('dialog', { name: 'Folder' });
      await choosing.getByLabel('Folder on the host').fill('project');
      await choosing.getByRole('button', { name: 'Use this folder' }).click();
      await choosing.getByText('This isn’t a whole path.').waitFor();
      await choosing.getByLabel('Folder on the host').fill(path.join(folder, 'project'));
      await choosing.getByRole('button', { name: 'Use this folder' }).click();
      const trusting = page.getByRole('dialog', { name: 'Trust this source?' });
      await trusting.getByText(echoServer).waitFor();
      await trusting.getByRole('button', { name: 'Trust', exact: true }).click();
      await trusting.waitFor({ state: 'detached' });
      const servers = await SessionServers.watch(product.client, session);
      onTestFinished(() => servers.view.dispose());
      await servers.until('local', 'ready');
    },
  );
});
