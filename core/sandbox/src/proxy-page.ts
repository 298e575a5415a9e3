import { readFileSync } from 'node:fs';
import type { ProxySettings } from './proxy-settings.ts';

export interface ProxyPage {
  /** The origin of the shell. */
  readonly shell: string;
  /** Whether the View's document gets the origin of this page, or none. */
  readonly hasOrigin: boolean;
  /** The `allow` attribute of the inner frame. */
  readonly allow: string;
}

/** The build's output for the page in `sandbox-page/`. */
const builtPage = new URL('../dist/sandbox-page.html', import.meta.url);

/** The page between the shell and a View, without settings. Throws if it hasn't been built. */
export function readProxyPage(): string {
  return readFileSync(builtPage, 'utf8');
}

/**
 * The page with its settings. They are data in an attribute, so the script in the page is the same for every View.
 *
 * Forms are allowed, since otherwise a page doesn't get its own `submit` events; `form-action` keeps them from going
 * anywhere.
 */
export function proxyPage(page: string, { shell, hasOrigin, allow }: ProxyPage): string {
  const sandbox = `allow-scripts allow-forms${hasOrigin ? ' allow-same-origin' : ''}`;
  const settings: ProxySettings = { shell, sandbox, allow, hasOrigin };
  return page.replace(' data-settings', () => ` data-settings="${attribute(JSON.stringify(settings))}"`);
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
