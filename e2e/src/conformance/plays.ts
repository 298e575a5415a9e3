import type { ServerSettings } from '@loggia/protocol';
import type { Task } from './referee.ts';
import { UserAtHost, type Arguments } from './user-at-host.ts';

type Play = (user: UserAtHost, task: Task) => Promise<void>;

/** The scenarios that are about something that Loggia doesn't do, and why. */
export const notApplicable: Readonly<Record<string, string>> = {
  'auth/client-credentials-jwt': 'extension: a client without a user',
  'auth/client-credentials-basic': 'extension: a client without a user',
  'auth/enterprise-managed-authorization': 'extension: the identity provider of a company grants access',
  'auth/dpop': 'extension: tokens that are bound to a key',
  'auth/dpop-nonce': 'extension: tokens that are bound to a key',
  'auth/wif-jwt-bearer': 'extension: the identity of a workload instead of a user',
  'sep-2640-client-no-prefetch': 'extension: skills that a server offers as resources',
  'sep-2640-client-verify-digest': 'extension: skills that a server offers as resources',
  'sep-2640-client-verify-size': 'extension: skills that a server offers as resources',
  'sep-2640-client-verify-frontmatter': 'extension: skills that a server offers as resources',
};

/** Scenarios that ask for more than a connection and a call of each tool on offer. */
const plays: Readonly<Record<string, Play>> = {
  initialize: (user) => user.connect(),
  'request-metadata': (user) => user.connect(),
  // Its server lists tools and does nothing else.
  'json-schema-ref-no-deref': async (user) => {
    await user.connect();
    await user.tools();
  },
  'json-schema-2020-12-preservation': async (user) => {
    await user.connect();
    const tools = await user.tools();
    const focal = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
    await user.call('json_schema_echo', { schema: focal?.inputSchema });
  },
  'http-custom-headers': async (user, { context }) => {
    await user.connect();
    await user.tools();
    const calls = context['toolCalls'] as readonly { readonly name: string; readonly arguments: Arguments }[];
    for (const call of calls) await user.call(call.name, call.arguments);
  },
  'http-standard-headers': async (user) => {
    await callEverything(user);
    const { resources } = (await user.request('resources/list')) as { resources: { uri: string }[] };
    for (const { uri } of resources) await user.request('resources/read', { uri });
    const { prompts } = await user.run<{ prompts: { name: string }[] }>('listPrompts');
    for (const { name: prompt } of prompts) await user.run('getPrompt', { prompt });
  },
  /** Another call is made while the first waits for an answer. */
  'sep-2322-client-request-state': async (user) => {
    await user.connect();
    await user.tools();
    const waiting = await user.begin('test_mrtr_echo_state');
    await user.asked();
    await user.run('callTool', { tool: 'test_mrtr_unrelated' });
    await user.finish(waiting);
    await user.call('test_mrtr_no_state');
    await user.call('test_mrtr_no_result_type');
  },
};

/** Does at a new host what the scenario is about. Throws if the host can't do it. */
export async function play(task: Task): Promise<void> {
  await using user = await UserAtHost.add(settingsFor(task), {
    // A host with an https address has such a document; the suite accepts this address without reading it.
    ...(task.scenario === 'auth/basic-cimd' && {
      clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    }),
  });
  await (plays[task.scenario] ?? callEverything)(user, task);
}

function settingsFor({ url, context }: Task): ServerSettings {
  const { client_id: clientId, client_secret: clientSecret } = context as Record<string, string | undefined>;
  return {
    type: 'http',
    url,
    ...(clientId !== undefined && {
      oauth: { clientId, ...(clientSecret !== undefined && { clientSecret }) },
    }),
  };
}

async function callEverything(user: UserAtHost): Promise<void> {
  await user.connect();
  for (const { name, inputSchema } of await user.tools()) {
    const call = await user.call(name, argumentsFor(inputSchema));
    if (call.status !== 'completed' || !call.success) throw new Error(JSON.stringify(call));
  }
}

/** Something that fits a flat schema. */
function argumentsFor(schema: unknown): Arguments {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, object>> };
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, valueFor(property)]));
}

function valueFor({ type }: { readonly type?: unknown }): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return 2;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    case 'null':
      return null;
    default:
      return 'text';
  }
}
