import { explainParameters, type SessionState, type ToolDefinition } from '@loggia/protocol';
import { z } from 'zod';
import type { RunningCall, ToolAnnotations, ToolReport } from '../equipment.ts';

/** A tool of the host itself, which no server offers. Views, handlers and agents from elsewhere can't call it. */
export interface HostTool {
  readonly name: string;
  readonly title: string;
  readonly annotations: ToolAnnotations;
  /** See `OfferedTool`. */
  readonly needsConsent?: true;
  /** Allowances are bound to this: it changes when the tool comes to do something else. */
  readonly revision: number;
  /** Undefined if this agent isn't offered it in this session. */
  definitionFor(session: SessionState, agent: string): ToolDefinition | undefined;
  /** The call that the input describes, or what is wrong with it. */
  read(input: string): HostToolCall | { readonly problem: string };
}

export interface HostToolCall {
  /** One line for the audit. */
  readonly target: string;
  /** A ProtocolError is the agent's mistake, and its sentence the result. */
  run(call: RunningCall): Promise<ToolReport>;
}

export interface HostToolOptions<Input extends z.ZodObject> extends Pick<
  HostTool,
  'name' | 'title' | 'annotations' | 'needsConsent'
> {
  readonly revision?: number;
  readonly input: Input;
  /** Written for models: what it does, when to use it. Undefined if the agent isn't offered it. */
  describe(session: SessionState, agent: string): string | undefined;
  target(input: z.output<Input>): string;
  run(input: z.output<Input>, call: RunningCall): Promise<ToolReport>;
}

const longestTarget = 200;

export function hostTool<Input extends z.ZodObject>(options: HostToolOptions<Input>): HostTool {
  const { name, title, annotations, needsConsent, revision = 1, input: schema } = options;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
  return {
    name,
    title,
    annotations,
    revision,
    ...(needsConsent && { needsConsent }),
    definitionFor: (session, agent) => {
      const description = options.describe(session, agent);
      return description === undefined
        ? undefined
        : { name, title, description, inputSchema, annotations: { ...annotations } };
    },
    read: (text) => {
      const parsed = schema.safeParse(JSON.parse(text));
      if (!parsed.success) return { problem: explainParameters(parsed.error) };
      const input = parsed.data;
      const target = options.target(input).split('\n', 1)[0]?.slice(0, longestTarget) ?? '';
      return { target, run: (call) => options.run(input, call) };
    },
  };
}

/** The outcome of a call that worked. The text is for the agent; the user sees `content`. */
export function succeeded(
  said: string,
  text: string,
  content: NonNullable<ToolReport['result']['content']> = [{ type: 'text', text }],
): ToolReport {
  return { text, result: { success: true, pastTenseMessage: said, content } };
}
