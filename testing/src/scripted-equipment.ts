import type {
  ConfigState,
  Customization,
  Message,
  SessionAction,
  SessionState,
  ToolDefinition,
  ToolResult,
  ViewTool,
} from '@loggia/protocol';
import type {
  DeniedCall,
  Equipment,
  Guidance,
  HookRequest,
  HookVerdict,
  NewSession,
  OfferedTool,
  Rule,
  RunningCall,
  SessionAccess,
  ToolReport,
  ViewCall,
} from '@loggia/sessions';

/** The effect of a tool call. */
export type ToolScript = (call: RunningCall) => Promise<ToolReport>;

export interface EquipmentScript {
  /** By the names under which they are offered. */
  readonly tools?: Readonly<Record<string, ToolScript>>;
  /** The server of a tool, if there are several, and the tool's schema. */
  serverOf?(tool: string): string;
  schemaOf?(tool: string): ToolDefinition['inputSchema'];
  /** Added to every call. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The read-only tools, by the same names. */
  readonly readOnly?: readonly string[];
  /** The tools' annotations, by the same names; override `readOnly`. */
  readonly annotations?: Readonly<Record<string, OfferedTool['annotations']>>;
  /** Fingerprints, by the same names. */
  readonly definitions?: Readonly<Record<string, string>>;
  /** The fingerprint of a View's tool; undefined where agents can't use it. Without it, Views offer nothing. */
  viewTool?(tool: ViewTool): string | undefined;
  readonly declared?: readonly Customization[];
  configFor?(session: Omit<NewSession, 'uri'>): ConfigState | undefined;
  refuse?(state: SessionState, action: SessionAction): string | undefined;
  ready?(signal: AbortSignal): Promise<readonly string[] | void>;
  guidance?(message: Message): Guidance;
  hooks?(request: HookRequest): Promise<Partial<HookVerdict>> | undefined;
  rulesFor?(files: readonly string[]): readonly Rule[];
}

/** Equipment without servers: one that is always ready, and tools that are functions of the test. */
export class ScriptedEquipment implements Equipment {
  /** The calls it received, such as `use ahp-session:/s`. */
  readonly heard: string[] = [];
  readonly calls: RunningCall[] = [];
  readonly deniedCalls: DeniedCall[] = [];
  readonly viewCalls: { readonly call: ViewCall; readonly result: ToolResult }[] = [];
  #script: EquipmentScript;
  #sessionAccess: SessionAccess | undefined;
  readonly #equipped = new Set<string>();

  constructor(script: EquipmentScript = {}) {
    this.#script = script;
  }

  /** Passed to sessions. */
  readonly attach = (sessionAccess: SessionAccess): Equipment => {
    this.#sessionAccess = sessionAccess;
    return this;
  };

  get sessionAccess(): SessionAccess {
    if (!this.#sessionAccess) throw new Error('This equipment belongs to no host yet.');
    return this.#sessionAccess;
  }

  /** Changes the script while it is in use; the sessions' lists stay the same. */
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
    const names = Object.keys(this.#script.tools);
    for (const id of new Set(names.map((name) => this.#serverOf(name)))) {
      const customization = id === server.id ? server : { ...server, id, name: id };
      this.sessionAccess.append(uri, { type: 'session/customizationUpdated', customization });
    }
    const tools = names.map((name) => {
      const inputSchema = this.#script.schemaOf?.(name);
      return { name, description: `Does ${name}.`, ...(inputSchema && { inputSchema }) };
    });
    this.sessionAccess.append(uri, { type: 'session/serverToolsChanged', tools });
  }

  #serverOf(tool: string): string {
    return this.#script.serverOf?.(tool) ?? server.id;
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

  started(): Promise<void> {
    return Promise.resolve();
  }

  async ready(uri: string, signal: AbortSignal): Promise<readonly string[]> {
    this.heard.push(`ready ${uri}`);
    return (await this.#script.ready?.(signal)) ?? [];
  }

  tool(_uri: string, name: string): OfferedTool | undefined {
    if (!Object.hasOwn(this.#script.tools ?? {}, name)) return undefined;
    return {
      customizationId: this.#serverOf(name),
      ownName: name,
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

  viewTool(_uri: string, tool: ViewTool): string | undefined {
    return this.#script.viewTool?.(tool);
  }

  async viewCall(call: ViewCall, work: () => Promise<ToolResult>): Promise<ToolResult> {
    const result = await work();
    this.viewCalls.push({ call, result });
    return result;
  }

  async kept(result: ToolResult): Promise<ToolResult> {
    return result;
  }

  async guidance(_uri: string, message: Message): Promise<Guidance> {
    return (
      this.#script.guidance?.(message) ?? { persona: undefined, invoked: undefined, skills: [], rules: [] }
    );
  }

  async hooks(request: HookRequest): Promise<HookVerdict> {
    return { context: [], notices: [], ...(await this.#script.hooks?.(request)) };
  }

  async rulesFor(_uri: string, files: readonly string[]): Promise<readonly Rule[]> {
    return this.#script.rulesFor?.(files) ?? [];
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
