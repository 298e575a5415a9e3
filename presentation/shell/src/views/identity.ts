/** As long as the host takes a name; ids of tool calls are made by models, and may be of any length. */
const longest = 300;

/** A View is the same one as long as it has the same name: after a reload, in another window, on another device. */
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

/** Tells names apart that begin alike. Nobody gains anything by making two of them collide. */
function digest(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}
