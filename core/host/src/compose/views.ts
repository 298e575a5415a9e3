import type { Artifacts } from '@loggia/artifacts';
import type { EquipmentService } from '@loggia/customizations';
import {
  createViewOperations,
  readProxyPage,
  SeenTemplates,
  Templates,
  ViewPolicies,
  type SandboxOrigins,
  type Sandboxes,
} from '@loggia/sandbox';
import { linkContent } from '../commands/link-content.ts';
import { openPage } from '../commands/open-page.ts';
import type { CommandDefinition } from '../commands/table.ts';
import { viewCommands } from '../commands/views.ts';
import type { EngineBase } from './base.ts';
import type { Servers } from './servers.ts';

/** The origins that serve the pages of Views. */
export interface ViewHosting {
  readonly places: SandboxOrigins;
  readonly sandboxes: Sandboxes;
}

/** The templates of Views, and the users' decisions about them and their servers. */
export interface ViewTemplates {
  readonly seen: SeenTemplates;
  readonly policies: ViewPolicies;
  readonly templates: Templates;
  load(): Promise<void>;
}

/** Opened before the servers, whose templates are read as soon as they are ready. */
export function openTemplates({ kernel, clock, scheduler }: EngineBase): ViewTemplates {
  const seen = new SeenTemplates(kernel.records);
  const policies = new ViewPolicies(kernel.records);
  const templates = new Templates({ clock, scheduler, seen });
  return {
    seen,
    policies,
    templates,
    load: async () => {
      await seen.load();
      await policies.load();
    },
  };
}

export interface ViewsOptions extends ViewHosting, Pick<ViewTemplates, 'seen' | 'policies' | 'templates'> {
  readonly base: EngineBase;
  readonly servers: Pick<Servers, 'audit' | 'recorder' | 'sideChannels'>;
  readonly equipment: Pick<EquipmentService, 'definitionOf'>;
  readonly artifacts: Pick<Artifacts, 'content'>;
  readonly links: Parameters<typeof linkContent>[1];
}

/** The commands about the Views of servers. */
export function viewTable(options: ViewsOptions): Readonly<Record<string, CommandDefinition>> {
  const { base, servers, equipment, artifacts, links, seen, policies, templates, places, sandboxes } =
    options;
  let page: string | undefined;
  const operations = createViewOperations({
    channels: servers.sideChannels,
    audit: servers.audit,
    recorder: servers.recorder,
    clock: base.clock,
    templates,
    seen,
    policies,
    places,
    sandboxes,
    proxyPage: () => (page ??= readProxyPage()),
    definitionOf: equipment.definitionOf,
  });
  return viewCommands({
    ...operations,
    linkContent: linkContent(artifacts, links),
    openPage: openPage(artifacts, { places, sandboxes }),
  });
}
