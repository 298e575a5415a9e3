import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

interface ToolCall {
  readonly arguments: Record<string, unknown>;
  readonly result: { readonly content: { type: 'text'; text: string }[] };
}

/**
 * The minimum of a host page: it already has the template, and shows it when the result arrives. No policy, no separate
 * origin for each View, nothing recorded.
 */
async function show(proxy: string, html: string, call: ToolCall): Promise<number> {
  const begun = performance.now();
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts', 'allow-same-origin');
  frame.style.cssText = 'width: 800px; height: 600px';
  const ready = new Promise<void>((resolve) => {
    addEventListener('message', function hear({ source, data }: MessageEvent) {
      if (source !== frame.contentWindow) return;
      if ((data as { method?: string }).method !== 'ui/notifications/sandbox-proxy-ready') return;
      removeEventListener('message', hear);
      resolve();
    });
  });
  frame.src = proxy;
  document.body.append(frame);
  await ready;
  const { contentWindow } = frame;
  if (!contentWindow) throw new Error('The frame has no window.');
  const bridge = new AppBridge(null, { name: 'bare', version: '1' }, {});
  const initialized = new Promise<void>((resolve) => {
    bridge.addEventListener('initialized', () => resolve());
  });
  await bridge.connect(new PostMessageTransport(contentWindow, contentWindow));
  await bridge.sendSandboxResourceReady({ html });
  await initialized;
  const took = performance.now() - begun;
  await bridge.sendToolInput({ arguments: call.arguments });
  await bridge.sendToolResult(call.result);
  await bridge.close();
  frame.remove();
  return took;
}

Object.assign(window, { show });
