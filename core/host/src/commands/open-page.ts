import type { Artifacts } from '@loggia/artifacts';
import { ProtocolError } from '@loggia/protocol';
import { openInertPage, type InertPagePorts } from '@loggia/sandbox';
import type { ViewService } from './views.ts';

/** For documents that people read, with pictures. The host keeps the page until the browser has fetched it. */
const mostBytes = 8_000_000;

/** Serves content as a page that can only be viewed. */
export function openPage(
  artifacts: Pick<Artifacts, 'content'>,
  ports: InertPagePorts,
): ViewService['openPage'] {
  return async ({ artifact, version, shell }) => {
    const content = await artifacts.content(artifact, version);
    if (content.size > mostBytes) {
      throw new ProtocolError(
        'InvalidParams',
        `“${content.title}” is too long to be shown as a page: at most ${mostBytes / 1_000_000} MB are. Open its source, or download it.`,
      );
    }
    const parts: Buffer[] = [];
    for await (const part of await content.open()) parts.push(part as Buffer);
    const html = Buffer.concat(parts).toString('utf8');
    const { url, loadBy } = openInertPage(ports, { html, shell });
    return { url, expiresAt: new Date(loadBy).toISOString() };
  };
}
