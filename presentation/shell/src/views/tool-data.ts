type Json = Readonly<Record<string, unknown>>;

/** The state of the call that a View belongs to. */
export interface ToolData {
  /** The input received so far; only before `input`. */
  readonly partial?: Json | undefined;
  readonly input?: Json | undefined;
  readonly outcome?:
    | { readonly kind: 'result'; readonly result: Json }
    | { readonly kind: 'cancelled'; readonly reason?: string | undefined }
    | undefined;
}

export type ToolMessage =
  | { readonly method: 'ui/notifications/tool-input-partial'; readonly params: { readonly arguments: Json } }
  | { readonly method: 'ui/notifications/tool-input'; readonly params: { readonly arguments: Json } }
  | { readonly method: 'ui/notifications/tool-result'; readonly params: Json }
  | { readonly method: 'ui/notifications/tool-cancelled'; readonly params: { readonly reason?: string } };

/** The messages that a View has been sent so far. */
export interface Told {
  readonly isInitialized: boolean;
  readonly partial: Json | undefined;
  readonly hasInput: boolean;
  readonly isOver: boolean;
}

export const toldNothing: Told = { isInitialized: false, partial: undefined, hasInput: false, isOver: false };

/**
 * The messages that a View still has to get, in order: none before `ui/notifications/initialized`; the input once, and
 * no partial input afterwards; the end of the call once, after its input. A View that starts late gets the end without
 * the partial inputs before it.
 */
export function toBeTold(told: Told, data: ToolData): { messages: readonly ToolMessage[]; told: Told } {
  if (!told.isInitialized || told.isOver) return { messages: [], told };
  const messages: ToolMessage[] = [];
  let { partial, hasInput } = told;
  const { outcome } = data;
  // A result must not come without an input.
  const input = data.input ?? (outcome?.kind === 'result' ? {} : undefined);
  if (!hasInput && input !== undefined) {
    messages.push({ method: 'ui/notifications/tool-input', params: { arguments: input } });
    hasInput = true;
  } else if (!hasInput && !outcome && data.partial !== undefined && data.partial !== partial) {
    ({ partial } = data);
    messages.push({ method: 'ui/notifications/tool-input-partial', params: { arguments: data.partial } });
  }
  if (outcome?.kind === 'result') {
    messages.push({ method: 'ui/notifications/tool-result', params: outcome.result });
  } else if (outcome) {
    const { reason } = outcome;
    const params = reason === undefined ? {} : { reason };
    messages.push({ method: 'ui/notifications/tool-cancelled', params });
  }
  return { messages, told: { isInitialized: true, partial, hasInput, isOver: outcome !== undefined } };
}
