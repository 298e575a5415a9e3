import { useSyncExternalStore } from 'react';
import { useHost } from '../../host/host-context.tsx';
import type { SignInFlow, SignInsSnapshot } from './sign-in-flow.ts';
import { signInsOf } from './sign-ins.ts';

export function useSignIns(): SignInsSnapshot & { readonly signIns: SignInFlow } {
  const signIns = signInsOf(useHost());
  const snapshot = useSyncExternalStore(signIns.subscribe, signIns.getSnapshot);
  return { ...snapshot, signIns };
}
