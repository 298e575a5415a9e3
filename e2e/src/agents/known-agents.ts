import path from 'node:path';
import type { WireName } from '@loggia/testing/providers';

/** The places that an agent's command and settings depend on. */
export interface AgentPlaces {
  /** The `node_modules` with its packages. */
  readonly modules: string;
  /** An empty folder, for it alone. */
  readonly home: string;
  /** The address of the fake provider, without a path. */
  readonly provider: string;
}

/** An agent of another maker, as it is published. */
export interface KnownAgent {
  readonly name: string;
  /** With the versions that the table in docs/agents.md is about; the first one is the agent. */
  readonly packages: Readonly<Record<string, string>>;
  /** The protocol in which it asks its model. */
  readonly wire: WireName;
  /** If one of these fails, the command fails. */
  readonly isRequired: boolean;
  readonly authMethod?: string;
  /** The title of the call in which it reviews others, if it does. */
  readonly review?: string;
  command(places: AgentPlaces): readonly string[];
  env(places: AgentPlaces): Readonly<Record<string, string>>;
  /** By path below its home. */
  files?(places: AgentPlaces): Readonly<Record<string, string>>;
}

const model = 'fake-model';

const opencode: KnownAgent = {
  name: 'OpenCode',
  packages: { 'opencode-ai': '1.18.33' },
  wire: 'chat-completions',
  isRequired: true,
  command: ({ modules }) => [path.join(modules, '.bin', 'opencode'), 'acp'],
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  files: ({ provider }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      provider: {
        fake: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${provider}/v1`, apiKey: 'fake-key' },
          models: { [model]: { name: 'Fake' } },
        },
      },
      model: `fake/${model}`,
      small_model: `fake/${model}`,
      enabled_providers: ['fake'],
    }),
  }),
};

const codex: KnownAgent = {
  name: 'Codex',
  packages: { '@agentclientprotocol/codex-acp': '2.6.0', '@openai/codex': '0.166.0' },
  wire: 'responses',
  isRequired: true,
  review: 'Guardian Review',
  command: ({ modules }) => [process.execPath, path.join(modules, '.bin', 'codex-acp')],
  env: ({ home }) => ({ CODEX_HOME: path.join(home, '.codex'), FAKE_KEY: 'fake-key', NO_BROWSER: '1' }),
  files: ({ provider }) => ({
    '.codex/config.toml': [
      `model = "${model}"`,
      'model_provider = "fake"',
      '[model_providers.fake]',
      'name = "Fake"',
      `base_url = "${provider}/v1"`,
      'wire_api = "responses"',
      'env_key = "FAKE_KEY"',
    ].join('\n'),
  }),
};

const claude: KnownAgent = {
  name: 'Claude',
  // It needs a newer Node than ours; this package is one.
  packages: { '@agentclientprotocol/claude-agent-acp': '0.99.1', node: '22.23.3' },
  wire: 'anthropic',
  isRequired: false,
  command: ({ modules }) => [
    path.join(modules, 'node', 'bin', 'node'),
    path.join(modules, '.bin', 'claude-agent-acp'),
  ],
  env: ({ provider }) => ({
    ANTHROPIC_BASE_URL: provider,
    ANTHROPIC_API_KEY: 'fake-key',
    ANTHROPIC_MODEL: model,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
};

const gemini: KnownAgent = {
  name: 'Gemini',
  packages: { '@google/gemini-cli': '0.61.0' },
  wire: 'google',
  isRequired: false,
  authMethod: 'gemini-api-key',
  // Without a fixed model it asks a second one which to take, in a format of its own.
  command: ({ modules }) => [
    process.execPath,
    path.join(modules, '.bin', 'gemini'),
    '--acp',
    '--model',
    'gemini-2.5-flash',
  ],
  env: ({ provider }) => ({
    GEMINI_API_KEY: 'fake-key',
    GOOGLE_GEMINI_BASE_URL: provider,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  files: () => ({
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
    }),
  }),
};

const goose: KnownAgent = {
  name: 'Goose',
  packages: { [`@aaif/goose-binary-${process.platform}-${process.arch}`]: '0.20.1' },
  wire: 'chat-completions',
  isRequired: false,
  command: ({ modules }) => [
    path.join(modules, '@aaif', `goose-binary-${process.platform}-${process.arch}`, 'bin', 'goose'),
    'acp',
  ],
  env: ({ provider }) => ({
    GOOSE_PROVIDER: 'openai',
    GOOSE_MODEL: model,
    OPENAI_HOST: provider,
    OPENAI_BASE_PATH: 'v1/chat/completions',
    OPENAI_API_KEY: 'fake-key',
    GOOSE_DISABLE_KEYRING: '1',
  }),
};

const knownAgents = [opencode, codex, claude, gemini, goose];

/** All of them, or those with these names, in any case. Throws with a sentence if there isn't one of that name. */
export function agentsNamed(names: readonly string[]): readonly KnownAgent[] {
  if (names.length === 0) return knownAgents;
  return names.map((name) => {
    const found = knownAgents.find((agent) => agent.name.toLowerCase() === name.toLowerCase());
    if (found) return found;
    const known = knownAgents.map((agent) => agent.name).join(', ');
    throw new Error(`There is no agent "${name}". Name one of ${known}.`);
  });
}
