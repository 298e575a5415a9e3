import type { WindowTarget } from '@loggia/protocol';
import type { Route } from '../navigation/route.ts';

/** The address that opens a window on the target. */
export function routeOfWindow(workspace: string, target: WindowTarget): Route {
  if (target.kind === 'artifact') {
    const { artifact, version, with: server, mode } = target;
    return {
      page: 'artifact',
      workspace,
      artifact,
      ...(version !== undefined && { version: String(version) }),
      ...(server !== undefined && { with: server }),
      ...(mode !== undefined && { mode }),
    };
  }
  if (target.kind === 'toolCall') {
    const { session, chat, turn, toolCall } = target;
    return { page: 'view', workspace, session, chat, turn, toolCall };
  }
  return { page: 'desk', workspace };
}

/** The target that a window must show for the address to be right; undefined where the address isn't about a window. */
export function targetOfRoute(route: Route): WindowTarget | undefined {
  if (route.page === 'artifact') {
    const { artifact, version, with: server, mode } = route;
    return {
      kind: 'artifact',
      artifact,
      ...(version !== undefined && /^[1-9]\d{0,8}$/.test(version) && { version: Number(version) }),
      ...(server !== undefined && { with: server }),
      ...(mode === 'view' && { mode }),
    };
  }
  if (route.page === 'view') {
    const { session, chat, turn, toolCall } = route;
    return { kind: 'toolCall', session, chat, turn, toolCall };
  }
  return undefined;
}
