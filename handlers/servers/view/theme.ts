import {
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  type App,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps';

/** Looks like the host, and follows it. */
export function followHost(app: App): void {
  const apply = (context: McpUiHostContext): void => {
    if (context.theme) applyDocumentTheme(context.theme);
    if (context.styles?.variables) applyHostStyleVariables(context.styles.variables);
    if (context.styles?.css?.fonts) applyHostFonts(context.styles.css.fonts);
    // In a frame of fixed height the page scrolls inside; otherwise it grows with what it shows.
    const room = context.containerDimensions;
    if (room) document.documentElement.dataset['height'] = 'height' in room ? 'fixed' : 'free';
  };
  app.addEventListener('hostcontextchanged', apply);
  const context = app.getHostContext();
  if (context) apply(context);
}
