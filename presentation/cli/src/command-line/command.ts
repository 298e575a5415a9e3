import type { World } from '../world.ts';
import type { Outcome } from '../failure.ts';
import type { OptionTable, OptionValues } from './options.ts';

/** Which host is meant; nothing means the one whose data directory is the default. */
export interface Target {
  readonly data: string | undefined;
  readonly url: string | undefined;
  readonly token: string | undefined;
}

export interface Given<Options extends OptionTable> {
  /** The words after the command's own, as many as `takes` allows. */
  readonly words: readonly string[];
  /** The words after `--`, where the command takes them separately; empty otherwise. */
  readonly afterDashes: readonly string[];
  readonly options: OptionValues<Options>;
  readonly json: boolean;
  readonly target: Target;
}

export interface CommandSpec<Options extends OptionTable> {
  /** One word, or a group and a word in it. */
  readonly path: readonly [string] | readonly [string, string];
  readonly says: string;
  /** `NAME` must be there, `[NAME]` may be, and `NAME…` stands for any number of them. */
  readonly takes: readonly string[];
  /** How help names what follows `--`. */
  readonly takesAfterDashes?: string;
  readonly options: Options;
  readonly more?: string;
  readonly examples: readonly (readonly [line: string, says: string])[];
  /** Throws `CommandFailed` with the reason where it can't do its job. */
  run(given: Given<Options>, world: World): Promise<Outcome>;
}

/** A command without the type of its options. */
export type Command = Omit<CommandSpec<OptionTable>, 'run'> & {
  run(given: Given<OptionTable>, world: World): Promise<Outcome>;
};

export function defineCommand<const Options extends OptionTable>(spec: CommandSpec<Options>): Command {
  // The parser fills in exactly what the table says.
  return { ...spec, run: (given, world) => spec.run(given as Given<Options>, world) };
}
