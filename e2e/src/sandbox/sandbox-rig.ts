import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AuditRecord, OpenedSandbox } from '@loggia/protocol';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { DataDirectory, HostProcess } from '../process/host-process.ts';
import { TappedClient } from '../process/tapped-client.ts';
import { until } from '../process/until.ts';
import { stdio } from '../servers/reference-servers.ts';
import { SessionServers } from '../servers/session-servers.ts';
import { FakeShell, heard, show, tell, type Heard } from './fake-shell.ts';
import { Stranger } from './stranger.ts';

const viewServer = path.join(import.meta.dirname, 'view-server.mjs');

/** A View on the screen of a fake shell. */
export interface ShownView {
  readonly page: Page;
  readonly sandbox: OpenedSandbox;
  readonly frame: number;
}

/** A real host with a server whose Views the test writes, a browser, and somebody whom no View may reach. */
export class SandboxRig implements AsyncDisposable {
  readonly shell: FakeShell;
  readonly stranger: Stranger;
  readonly data: DataDirectory;
  readonly host: HostProcess;
  readonly client: TappedClient;
  readonly session: SessionServers;
  readonly browser: Browser;
  readonly #folder: string;
  #count = 0;

  private constructor(
    parts: Pick<SandboxRig, 'shell' | 'stranger' | 'data' | 'host' | 'client' | 'session' | 'browser'>,
    folder: string,
  ) {
    ({
      shell: this.shell,
      stranger: this.stranger,
      data: this.data,
      host: this.host,
      client: this.client,
      session: this.session,
      browser: this.browser,
    } = parts);
    this.#folder = folder;
  }

  /**
   * `name` is the shell's host name. Under a name that isn't this machine's own, Views don't get names of their own.
   */
  static async open(name?: string): Promise<SandboxRig> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-views-'));
    const shell = await FakeShell.open(name);
    const stranger = await Stranger.open();
    const data = new DataDirectory({
      mcpServers: { views: stdio(viewServer, folder) },
      allowedOrigins: [shell.origin],
      allowedHosts: name === undefined ? [] : [name],
    });
    const host = await HostProcess.start(data);
    const client = new TappedClient('viewer', () => data.endpoint(), { mcpApps: {} });
    const session = await SessionServers.create(client);
    await session.until('views', 'ready');
    const browser = await launchBrowser({ devices: 'fake' });
    return new SandboxRig({ shell, stranger, data, host, client, session, browser }, folder);
  }

  /** As the shell opens it. `ui` is what its server says of it. */
  async sandbox(html: string, ui: object = {}): Promise<{ sandbox: OpenedSandbox; view: string }> {
    const view = `view-${(this.#count += 1)}`;
    writeFileSync(path.join(this.#folder, `${view}.html`), html);
    writeFileSync(path.join(this.#folder, `${view}.json`), JSON.stringify(ui));
    return { sandbox: await this.reopened(view), view };
  }

  async reopened(view: string): Promise<OpenedSandbox> {
    const { sandbox } = (await this.call('openSandbox', {
      server: this.session.named('views').channel,
      resourceUri: `ui://views/${view}`,
      shell: this.shell.origin,
      view,
    })) as { sandbox: OpenedSandbox };
    return sandbox;
  }

  async show(
    html: string,
    ui: object = {},
    on?: Page,
    as?: 'resource-ready' | 'resource-ahead',
  ): Promise<ShownView> {
    const { sandbox } = await this.sandbox(html, ui);
    return this.put(sandbox, on ?? (await this.page()), as);
  }

  async put(
    sandbox: OpenedSandbox,
    page: Page,
    as?: 'resource-ready' | 'resource-ahead',
  ): Promise<ShownView> {
    const template = await this.api(`/api/templates/${sandbox.template.hash}`);
    const frame = await show(page, sandbox, { html: await template.text(), colorScheme: 'dark' }, as);
    return { page, sandbox, frame };
  }

  async page(): Promise<Page> {
    const page = await this.browser.newPage();
    // So that there is something to go back to.
    await page.goto(`${this.shell.origin}/before`);
    await page.goto(`${this.shell.origin}/`);
    return page;
  }

  api(address: string): Promise<Response> {
    const { http, token } = this.data.endpoint();
    return fetch(`${http}${address}`, { headers: { authorization: `Bearer ${token}` } });
  }

  call(command: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return this.client.ahp.call(`x-loggia/${command}`, { channel: 'ahp-root://', ...params });
  }

  async audit(view: string): Promise<readonly AuditRecord[]> {
    const { records } = (await this.call('listAudit', { session: this.session.uri, limit: 1000 })) as {
      records: AuditRecord[];
    };
    return records.filter((record) => record.view === view);
  }

  /** Waits for a message of the View itself, passed on by its proxy. */
  hears({ page, frame }: ShownView, method: string): Promise<Heard> {
    return until(`the View says ${method}`, async () =>
      (await heard(page)).find(({ from, data }) => from === frame && data.method === method),
    );
  }

  /** Has an echoing View do something, and hands out what came of it. */
  async run(view: ShownView, what: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const before = (await heard(view.page)).length;
    await tell(view.page, view.frame, { jsonrpc: '2.0', method: 'run', params: { what, ...params } });
    const answer = await until(`the View answers to ${what}`, async () =>
      (await heard(view.page)).slice(before).find(({ data }) => data.method === 'echo/run'),
    );
    return (answer.data.params as { got: unknown }).got;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    this.client[Symbol.dispose]();
    await this.host[Symbol.asyncDispose]();
    await this.shell[Symbol.asyncDispose]();
    await this.stranger[Symbol.asyncDispose]();
    this.data[Symbol.dispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
