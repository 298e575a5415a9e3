/** The kinds of View that clients of this host can show. */
export const viewTypes: readonly string[] = ['text/html;profile=mcp-app'];
