import type { AcpOptions } from '@loggia/acp';
import type { ModelHarnessOptions } from '@loggia/model';

/** The origin of an agent that wasn't connected in Settings. */
export interface AgentOrigin {
  readonly kind: 'environment' | 'file' | 'builtIn';
  /** The variable, or the path of the file. */
  readonly name?: string;
  /** For an agent that runs models, so that it can be tested like a connected one. */
  readonly options?: ModelHarnessOptions;
  /** For an agent that is a program of its own, likewise. */
  readonly program?: AcpOptions;
}
