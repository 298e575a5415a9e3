import {
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  type App,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps';

/** Looks like the host, and follows it. */
export function followHost(app: App, resized: (context: McpUiHostContext) => void): void {
  const apply = (context: McpUiHostContext): void => {
    if (context.theme) applyDocumentTheme(context.theme);
    if (context.styles?.variables) applyHostStyleVariables(context.styles.variables);
    if (context.styles?.css?.fonts) applyHostFonts(context.styles.css.fonts);
    resized(context);
  };
  app.addEventListener('hostcontextchanged', apply);
  const context = app.getHostContext();
  if (context) apply(context);
}

const leastHeight = 320;

/**
 * A grid scrolls inside itself, so it needs a height: the frame's where the host has fixed one, else as much as its
 * rows want, within what the host allows.
 */
export function heightFor(context: McpUiHostContext | undefined, wanted: number): string {
  const room = context?.containerDimensions;
  if (room && 'height' in room && typeof room.height === 'number') return '100vh';
  const most = room && 'maxHeight' in room && typeof room.maxHeight === 'number' ? room.maxHeight : 640;
  return `${Math.max(Math.min(wanted, most), Math.min(leastHeight, most))}px`;
}
