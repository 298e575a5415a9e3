import type { ConfigState, Customization, Message, SessionAction, SessionState } from '@loggia/protocol';
import type {
  DeniedCall,
  Equipment,
  Guidance,
  NewSession,
  OfferedTool,
  RunningCall,
  SessionAccess,
  ToolReport,
} from '@loggia/sessions';

/** What a tool does when it is called. */
export type ToolScript = (call: RunningCall) => Promise<ToolReport>;

export interface EquipmentScript {
  /** By the name under which they are offered. */
  readonly tools?: Readonly<Record<string, ToolScript>>;
  /** Goes onto every call. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The tools that only read, by the same names. */
  readonly readOnly?: readonly string[];
  /** What tools say of themselves, by the same names; goes before `readOnly`. */
  readonly annotations?: Readonly<Record<string, OfferedTool['annotations']>>;
  /** Fingerprints, by the same names. */
  readonly definitions?: Readonly<Record<string, string>>;
  readonly declared?: readonly Customization[];
  configFor?(session: Omit<NewSession, 'uri'>): ConfigState | undefined;
  refuse?(state: SessionState, action: SessionAction): string | undefined;
  ready?(signal: AbortSignal): Promise<void>;
  guidance?(message: Message): Guidance;
}

/** Equipment without servers: one that calls itself ready, and tools that are functions of the test. */
export class ScriptedEquipment implements Equipment {
  /** What it was told, such as `use ahp-session:/s`. */
  readonly heard: string[] = [];
  readonly calls: RunningCall[] = [];
  readonly deniedCalls: DeniedCall[] = [];
  #script: EquipmentScript;
  #sessionAccess: SessionAccess | undefined;
  readonly #equipped = new Set<string>();

  constructor(script: EquipmentScript = {}) {
    this.#script = script;
  }

  /** To be handed to sessions. */
  readonly attach = (sessionAccess: SessionAccess): Equipment => {
    this.#sessionAccess = sessionAccess;
    return this;
  };

  get sessionAccess(): SessionAccess {
    if (!this.#sessionAccess) throw new Error('This equipment belongs to no host yet.');
    return this.#sessionAccess;
  }

  /** Changes the script under the feet of whoever uses it; what sessions list stays as it is. */
  change(script: EquipmentScript): void {
    this.#script = { ...this.#script, ...script };
  }

  async configFor(session: Omit<NewSession, 'uri'>): Promise<ConfigState | undefined> {
    return this.#script.configFor?.(session);
  }

  async resolveConfig({
    workingDirectory,
    config = {},
  }: Parameters<Equipment['resolveConfig']>[0]): Promise<ConfigState | undefined> {
    return this.configFor({ workingDirectories: workingDirectory ? [workingDirectory] : [], config });
  }

  use(uri: string): void {
    this.heard.push(`use ${uri}`);
    if (this.#equipped.has(uri) || !this.#script.tools) return;
    this.#equipped.add(uri);
    this.sessionAccess.append(uri, { type: 'session/customizationUpdated', customization: server });
    const tools = Object.keys(this.#script.tools).map((name) => ({ name, description: `Does ${name}.` }));
    this.sessionAccess.append(uri, { type: 'session/serverToolsChanged', tools });
  }

  idle(uri: string): void {
    this.heard.push(`idle ${uri}`);
  }

  disposed(uri: string): void {
    this.heard.push(`disposed ${uri}`);
    this.#equipped.delete(uri);
  }

  refuse(_uri: string, state: SessionState, action: SessionAction): string | undefined {
    return this.#script.refuse?.(state, action);
  }

  followed(uri: string, action: SessionAction, clientId: string): void {
    this.heard.push(`followed ${uri} ${action.type} by ${clientId}`);
  }

  async ready(uri: string, signal: AbortSignal): Promise<void> {
    this.heard.push(`ready ${uri}`);
    await this.#script.ready?.(signal);
  }

  tool(_uri: string, name: string): OfferedTool | undefined {
    if (!Object.hasOwn(this.#script.tools ?? {}, name)) return undefined;
    return {
      customizationId: server.id,
      displayName: `The ${name}`,
      definition: this.#script.definitions?.[name] ?? name,
      meta: this.#script.meta,
      annotations:
        this.#script.annotations?.[name] ??
        (this.#script.readOnly?.includes(name) ? { readOnlyHint: true } : undefined),
    };
  }

  async call(call: RunningCall): Promise<ToolReport> {
    this.calls.push(call);
    const script = this.#script.tools?.[call.name];
    if (!script) throw new Error(`There is no script for ${call.name}.`);
    return script(call);
  }

  denied(call: DeniedCall): void {
    this.deniedCalls.push(call);
  }

  async guidance(_uri: string, message: Message): Promise<Guidance> {
    return (
      this.#script.guidance?.(message) ?? { persona: undefined, invoked: undefined, skills: [], rules: [] }
    );
  }

  declared(): readonly Customization[] {
    return this.#script.declared ?? [];
  }
}

const server = {
  type: 'mcpServer' as const,
  id: 'scripted',
  uri: 'file:///scripted.json',
  name: 'Scripted',
  state: { kind: 'ready' as const },
};

/** A success with one text. */
export function reportOf(text: string): ToolReport {
  return { text, result: { success: true, pastTenseMessage: 'Done', content: [{ type: 'text', text }] } };
}
