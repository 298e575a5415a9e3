import { readFile } from 'node:fs/promises';
import type { AuditRecord } from '@loggia/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Conversation } from './src/browser.ts';
import { loggia } from './src/process/command.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('what an agent does'), () => {
  let product: Product;
  let conversation: Conversation;

  beforeAll(async () => {
    // As a new user has it: the operator is the agent, and this host is one of its servers.
    const settings = { agents: undefined, hostTools: true };
    product = await Product.start({ echo: stdio(echoServer) }, settings);
    conversation = await product.session('echo');
    // On a slow machine the host is tried as a server before it serves, and given up.
    const itself = { channel: 'ahp-root://', server: 'loggia', session: conversation.session };
    await product.client.ahp.call('x-loggia/startServer', itself);
    await use('list_workspaces', '');
    await use('echo', ' text=hush-argument');
  });

  afterAll(() => product[Symbol.asyncDispose]());

  async function use(tool: string, rest: string): Promise<void> {
    await until(`${tool} is offered`, () => conversation.offered(tool), 30_000);
    const before = conversation.state?.turns.length ?? 0;
    conversation.say(`/${tool}${rest}`);
    const ended = await until(
      `${tool} was used`,
      () => {
        const { turns = [], activeTurn } = conversation.state ?? {};
        return turns.length > before && !activeTurn && turns;
      },
      30_000,
    );
    expect(ended.at(-1)?.responseParts).toContainEqual(
      expect.objectContaining({
        kind: 'toolCall',
        toolCall: expect.objectContaining({ toolName: tool, status: 'completed', success: true }),
      }),
    );
  }

  const callOf = (tool: string) => ({
    session: conversation.session,
    by: 'agent',
    principal: 'local via agent operator',
    clientId: 'beside-the-browser',
    method: 'tools/call',
    target: tool,
    decision: 'allowed',
    allowedBy: 'request',
    requestBytes: expect.any(Number),
    responseBytes: expect.any(Number),
    durationMs: expect.any(Number),
    id: expect.any(String),
    at: expect.any(String),
  });

  test('C7: is on record once, with agent, person, session, server, decision and size', async () => {
    const { stdout } = await loggia(product.data, ['audit', '--json', '--agent', 'operator']);
    const { records } = JSON.parse(stdout) as { records: AuditRecord[] };
    const server = (name: string) => ({ server: conversation.server(name).id, serverName: name });
    expect(records.filter(({ session }) => session !== undefined)).toEqual([
      { ...callOf('echo'), ...server('echo') },
      { ...callOf('list_workspaces'), ...server('loggia') },
    ]);
    const [echoed, listed] = records.filter(({ session }) => session !== undefined);
    const sent = { name: 'echo', arguments: { text: 'hush-argument' } };
    expect(echoed?.requestBytes).toBe(Buffer.byteLength(JSON.stringify(sent)));
    expect(listed?.responseBytes).toBeGreaterThan(100);
    expect(stdout).not.toContain('hush');
  });

  test('C7: what its call made the host do is an entry of its own', async () => {
    const { stdout } = await loggia(product.data, ['audit', '--json']);
    const { records } = JSON.parse(stdout) as { records: AuditRecord[] };
    const acts = records.filter(({ method }) => method === 'x-loggia/listWorkspaces');
    expect(acts).toMatchObject([{ by: 'agent', principal: 'local via agent operator', decision: 'allowed' }]);
    const calls = records.filter(({ target }) => target === 'list_workspaces');
    expect(calls).toHaveLength(1);
  });

  test('C7: is shown by the command line in words', async () => {
    const { stdout } = await loggia(product.data, ['audit', '--agent', 'operator']);
    const line = stdout.split('\n').find((text) => text.includes('list_workspaces')) ?? stdout;
    for (const part of [
      'local via agent operator',
      conversation.session,
      'loggia',
      'tools/call',
      'allowed (on request)',
      '→',
    ])
      expect(line).toContain(part);
  });

  test('C7: is shown in the shell, can be filtered for, and is in the export', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await screen.go('audit');
    const row = page.locator('.audit-row', { hasText: 'tools/call list_workspaces' });
    await row.waitFor();
    expect(await row.textContent()).toMatch(
      /Allowed.*loggia.*tools\/call.*list_workspaces.*Agent operator, on request.*\d+ B → /,
    );

    await page.getByLabel('Caller').selectOption({ label: 'Agent operator' });
    // Its two calls, and what one of them made the host do.
    await until('only its calls are shown', async () => (await page.locator('.audit-row').count()) === 3);

    await row.click();
    const detail = page.getByRole('dialog');
    const said = await detail.locator('dl').innerText();
    for (const part of [
      'Allowed',
      'on request',
      'Agent operator',
      'you',
      conversation.session,
      'loggia (',
      'Sent',
      'Received',
    ])
      expect(said).toContain(part);
    await page.keyboard.press('Escape');

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'JSON Lines' }).click();
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n');
    const exported = lines.map((text) => JSON.parse(text) as AuditRecord);
    expect(exported.filter(({ session }) => session !== undefined)).toMatchObject([
      callOf('echo'),
      callOf('list_workspaces'),
    ]);
    expect(screen.problems).toEqual([]);
  });
});
