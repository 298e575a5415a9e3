import type { HttpTransport } from './http-transport.ts';

const goodbyeMs = 1000;

/** A server that doesn't answer must not block us. */
export async function sayGoodbye(transport: HttpTransport): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, goodbyeMs);
  });
  await Promise.race([transport.terminateSession().catch(() => {}), enough]);
  clearTimeout(timer);
}
