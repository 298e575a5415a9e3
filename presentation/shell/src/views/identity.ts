/** The host's limit for a name; ids of tool calls are made by models and may have any length. */
const longest = 300;

/** The id of a View, which is the same after a reload, in another window and on another device. */
export function toolCallViewId(chat: string, toolCall: string): string {
  return bounded(`toolCall:${chat}#${toolCall}`);
}

export function artifactViewId(
  artifact: string,
  { version, viewer }: { readonly version?: number | undefined; readonly viewer?: string | undefined } = {},
): string {
  const at = version === undefined ? '' : `@${version}`;
  const shownBy = viewer === undefined ? '' : `+${viewer}`;
  return bounded(`artifact:${artifact}${at}${shownBy}`);
}

function bounded(name: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 20)}~${digest(name)}`;
}

/** Tells names apart. Nobody gains anything from a collision. */
export function digest(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}
