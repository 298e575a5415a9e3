import type { ModelOffer, ModelProviderSettings } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { readKey } from './read-key.ts';
import { sayTested } from './test.ts';

export const addModels = defineCommand({
  path: ['models', 'add'],
  says: 'Test a model provider and connect it. Every client can use it right away.',
  takes: ['KIND'],
  options: {
    name: { kind: 'text', value: 'NAME', says: 'Display name', example: '--name Lab' },
    'base-url': {
      kind: 'text',
      value: 'URL',
      says: 'Base URL, if not the provider’s usual one',
      example: '--base-url http://127.0.0.1:8000/v1',
    },
    header: {
      kind: 'texts',
      value: 'NAME=VALUE',
      says: 'Header for every request',
      example: '--header X-Title=Loggia',
    },
    model: {
      kind: 'text',
      value: 'ID',
      says: 'Default model (default: the first one the provider lists)',
      example: '--model qwen3',
    },
    'key-env': {
      kind: 'text',
      value: 'NAME',
      says: 'Read the key from this environment variable',
      example: '--key-env LAB_KEY',
    },
    'no-test': { kind: 'switch', says: 'Connect it without a test' },
  },
  more:
    'KIND is anthropic, openai, google, ollama, openrouter, vllm, lm-studio, llama-cpp, or other with --base-url. ' +
    'The command asks for the key, or reads it from standard input. The host encrypts it and never shows it again.',
  examples: [
    ['loggia models add anthropic', 'Asks for the key'],
    ['loggia models add openai < key-file', 'For a script'],
    ['loggia models add ollama', 'Ollama on the host’s machine'],
    ['loggia models add other --base-url http://10.0.0.5:8000/v1 --name Lab', 'Any OpenAI-compatible server'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { options } = given;
      const { offers } = await link.ask('x-loggia/listModelProviders', {});
      const offer = offerOf(given.words[0] ?? '', offers);
      const baseURL = options['base-url'] ?? offer.found?.baseURL ?? offer.baseURL;
      if (baseURL === undefined)
        throw wrongUsage(`"${offer.id}" needs --base-url, such as http://127.0.0.1:8000/v1.`);
      const key = await readKey(world, { label: offer.label, key: offer.key, variable: options['key-env'] });
      const name = options.name ?? (offer.id === 'other' ? undefined : offer.label);
      const headers = headersOf(options.header);
      const settings: ModelProviderSettings = {
        kind: offer.kind as NonNullable<ModelProviderSettings['kind']>,
        baseURL,
        ...(name !== undefined && { name }),
        ...(key !== undefined && { key }),
        ...(headers && { headers }),
        ...(options.model !== undefined && { defaultModel: options.model }),
      };
      if (!options['no-test']) {
        const tested = await link.ask('x-loggia/testModel', {
          settings,
          ...(options.model !== undefined && { model: options.model }),
        });
        if (tested.problem) {
          const { message, advice } = tested.problem;
          throw new CommandFailed(
            'failed',
            `${message} ${advice} Nothing was connected. To connect it anyway, add --no-test.`,
          );
        }
        sayTested(tested, printer);
      }
      const { provider } = await link.ask('x-loggia/addModelProvider', { settings });
      printer.document({ provider });
      printer.sentence(
        `Connected ${printableLine(provider.name)} as "${provider.provider}"${provider.isDefault ? '. New sessions use it' : ''}.`,
      );
      return 'done';
    }),
});

function offerOf(kind: string, offers: readonly ModelOffer[]): ModelOffer {
  const found = offers.find(({ id }) => id === kind.toLowerCase());
  if (found) return found;
  throw wrongUsage(`"${kind}" can't be connected; KIND is one of ${offers.map(({ id }) => id).join(', ')}.`);
}

function headersOf(given: readonly string[]): Record<string, string> | undefined {
  if (given.length === 0) return undefined;
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw wrongUsage(`--header cannot be "${pair}". Write --header NAME=value.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
