import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';

type Dimensions = { readonly height?: number; readonly maxHeight?: number | undefined };

const smallest = 280;
const tallest = 720;

/**
 * Tells the host how tall the board wants to be. It is measured from the cards, never from the window, so that what the
 * host does with it cannot change it. A host that fixed the height is left alone, and the columns scroll.
 */
export function reportSize(
  root: HTMLElement,
  send: (height: number) => void,
): { setContext(context: McpUiHostContext | undefined): void } {
  let limit: number | undefined = tallest;
  let last = 0;
  const measure = () => {
    if (limit === undefined || root.classList.contains('is-waiting')) return;
    const lanes = root.querySelector<HTMLElement>('.lanes');
    const above = lanes?.offsetTop ?? 0;
    const lists = [...root.querySelectorAll<HTMLElement>('.column')].map((column) => {
      const list = column.querySelector<HTMLElement>('.cards');
      return column.offsetHeight - (list?.clientHeight ?? 0) + (list?.scrollHeight ?? 0);
    });
    const wanted = above + Math.max(0, ...lists) + 32;
    const height = Math.ceil(Math.min(limit, Math.max(smallest, wanted)));
    if (height === last) return;
    last = height;
    send(height);
  };
  // Only changes of the content are observed: resizing the window must not trigger a measurement.
  const observer = new MutationObserver(() => requestAnimationFrame(measure));
  observer.observe(root, { childList: true, subtree: true, characterData: true });
  return {
    setContext(context) {
      const dimensions: Dimensions = context?.containerDimensions ?? {};
      const isFixed = dimensions.height !== undefined || context?.displayMode === 'fullscreen';
      limit = isFixed ? undefined : Math.min(tallest, dimensions.maxHeight ?? tallest);
      measure();
    },
  };
}
