import type { Clock, Kernel, Scheduler } from '@loggia/kernel';
import type { Audit, Recorder, SideChannelDesk } from '@loggia/mcp';
import {
  createViewOperations,
  readProxyPage,
  SeenTemplates,
  Templates,
  ViewPolicies,
  type Places,
  type Sandboxes,
  type TemplateSource,
} from '@loggia/sandbox';
import { viewCommands, type ViewService } from '../commands/views.ts';
import type { CommandDefinition } from '../commands/table.ts';

/** Where the pages of Views are served. */
export interface ViewHosting {
  readonly places: Places;
  readonly sandboxes: Sandboxes;
}

export interface ViewsOptions extends ViewHosting {
  readonly kernel: Kernel;
  readonly audit: Pick<Audit, 'write'>;
  readonly recorder: Pick<Recorder, 'run'>;
  readonly channels: Pick<SideChannelDesk, 'behind'>;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly linkContent: ViewService['linkContent'];
  /** The fingerprint of a server's definition, which decisions about its Views belong to. */
  definitionOf(server: string): string | undefined;
}

/** Everything about the Views of servers, composed. */
export interface Views {
  readonly table: Readonly<Record<string, CommandDefinition>>;
  readonly templates: Pick<Templates, 'html'>;
  /** A server is ready: what its tools show is read before anybody asks. The result ends it. */
  follow(source: TemplateSource): () => void;
  /** A server was removed, and with it what was decided about its Views. */
  forgetServer(server: string): void;
  start(): Promise<void>;
}

export function openViews(options: ViewsOptions): Views {
  const { kernel, audit, recorder, channels, clock, scheduler, places, sandboxes, linkContent } = options;
  const seen = new SeenTemplates(kernel.records);
  const policies = new ViewPolicies(kernel.records);
  const templates = new Templates({ clock, scheduler, seen });
  let page: string | undefined;
  const operations = createViewOperations({
    channels,
    audit,
    recorder,
    clock,
    templates,
    seen,
    policies,
    places,
    sandboxes,
    proxyPage: () => (page ??= readProxyPage()),
    definitionOf: (server) => options.definitionOf(server),
  });
  return {
    table: viewCommands({ ...operations, linkContent }),
    templates,
    follow: (source) => templates.follow(source),
    forgetServer: (server) => policies.forget(server),
    start: async () => {
      await seen.load();
      await policies.load();
    },
  };
}
