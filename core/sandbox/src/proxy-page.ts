import { readFileSync } from 'node:fs';
import type { ProxySettings } from './proxy-settings.ts';

export interface ProxyPage {
  /** The origin of the shell. */
  readonly shell: string;
  readonly inner: 'opaque' | 'same-origin';
  /** The `allow` attribute of the inner frame. */
  readonly allow: string;
}

/** Where the build puts the page that is written in `sandbox-page/`. */
const builtPage = new URL('../dist/sandbox-page.html', import.meta.url);

/** The page between the shell and a View, without settings. Throws where it hasn't been built. */
export function readProxyPage(): string {
  return readFileSync(builtPage, 'utf8');
}

/**
 * The page with its settings. They are data in an attribute, so the script in the page is the same for every View.
 *
 * Forms are allowed, since without that a page never hears of its own `submit`; `form-action` keeps them from going
 * anywhere.
 */
export function proxyPage(page: string, { shell, inner, allow }: ProxyPage): string {
  const hasOrigin = inner === 'same-origin';
  const sandbox = `allow-scripts allow-forms${hasOrigin ? ' allow-same-origin' : ''}`;
  const settings: ProxySettings = { shell, sandbox, allow, hasOrigin };
  return page.replace(' data-settings', () => ` data-settings="${attribute(JSON.stringify(settings))}"`);
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
