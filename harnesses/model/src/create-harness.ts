import {
  TurnFailure,
  type Harness,
  type HarnessModel,
  type HarnessTurn,
  type SampleRequest,
} from '@loggia/sessions/harness';
import { chooseModel, type ModelChoice } from './choose-model.ts';
import { compactCommand } from './compaction/command.ts';
import type { Environment } from './environment.ts';
import { ModelList, type ListedLast } from './model-list.ts';
import { readOptions, type ModelHarnessOptions, type ModelSettings } from './options.ts';
import { providerOf } from './provider.ts';
import { pause, type Pause } from './retry.ts';
import { runTurn } from './run-turn.ts';
import { hintsOf, readSampleParams, sample } from './sampling.ts';
import { TokenScale } from './token-scale.ts';

// The library would write to the host's output what it thinks of a request.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The agent's environment; tests bring their own. */
export interface HarnessContext {
  readonly env?: Environment;
  readonly pause?: Pause;
  /** Between two signs of life while the model is silent. */
  readonly beat?: Pause;
  /** Where the user enters the key, such as "Settings → Models"; undefined for options from a file or the environment. */
  readonly enterKeyAt?: string;
  /** Set if the options' models are those that the provider listed last: it is asked again from time to time. */
  readonly listed?: ListedLast;
}

/**
 * An agent that runs a model. Rejects with a sentence when the options are not right; a provider that is not there, or
 * a key that is missing, shows when a turn needs it.
 */
export async function createHarness(
  options: ModelHarnessOptions,
  context: HarnessContext = {},
): Promise<Harness> {
  const settings = readOptions(options);
  const provider = providerOf(settings, { env: context.env ?? process.env, enterKeyAt: context.enterKeyAt });
  const list = new ModelList(provider, settings, context.listed);
  await list.complete();
  const { facts } = provider;
  const scale = new TokenScale();

  const modelFor = async (choice: ModelChoice, signal: AbortSignal): Promise<ModelSettings> => {
    if (provider.needsKey && provider.key === undefined) {
      throw new TurnFailure(`There is no key for ${facts.label}. ${facts.setKey}`);
    }
    await list.complete(signal);
    // It may have come since the list was read.
    const { chosen } = choice;
    if (chosen !== undefined && !list.models.some(({ id }) => id === chosen)) await list.refresh(signal);
    const model = chooseModel(list.models, choice);
    if (model) return model;
    const hint =
      provider.kind === 'ollama' ? 'is Ollama running, and has it pulled a model?' : 'is it running?';
    throw new Error(
      `Nothing at ${facts.baseURL} says which models there are; ${hint} Or name them in the options of the agent ` +
        `"${settings.name}".`,
    );
  };

  return {
    get describe() {
      return {
        provider: settings.name,
        displayName:
          settings.displayName ?? (provider.kind === 'openai-compatible' ? settings.name : facts.label),
        description: `Models of ${facts.label}, with this workspace’s tools`,
        models: list.models.map(described),
        commands: [compactCommand],
        actsByTools: true,
        chats: { several: true, fork: true, side: true },
      };
    },
    refreshModels: () => list.refresh(),
    async *run(turn: HarnessTurn) {
      const model = await modelFor(wishesOf(turn), turn.signal);
      yield* runTurn(turn, {
        settings,
        provider,
        model,
        pause: context.pause ?? pause,
        beat: context.beat ?? pause,
        scale,
      });
    },
    async sample({ params, model: chosen }: SampleRequest, signal: AbortSignal) {
      const asked = readSampleParams(params);
      const hints = hintsOf(asked);
      const model = await modelFor({ chosen: undefined, hints: [...hints, chosen?.id ?? ''] }, signal);
      return sample(asked, { provider, model }, signal);
    },
  };
}

function wishesOf(turn: HarnessTurn): ModelChoice {
  const wish = turn.guidance().persona?.model;
  return { chosen: turn.message.model?.id, hints: wish === undefined ? [] : [wish] };
}

function described({ reasoning: _reasoning, ...model }: ModelSettings): HarnessModel {
  return JSON.parse(JSON.stringify({ ...model, name: model.name ?? model.id })) as HarnessModel;
}
