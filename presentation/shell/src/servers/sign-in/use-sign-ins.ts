import { useEffect, useSyncExternalStore } from 'react';
import { useHost } from '../../host/host-context.tsx';
import type { SignInDesk, SignInsSnapshot } from './sign-in-desk.ts';
import { signInsOf } from './sign-ins.ts';

export function useSignIns(): SignInsSnapshot & { readonly desk: SignInDesk } {
  const desk = signInsOf(useHost());
  const snapshot = useSyncExternalStore(desk.subscribe, desk.getSnapshot);
  return { ...snapshot, desk };
}

/** Answers what the channel asks for with what is stored, while the component is on screen. */
export function useSilentSignIn(channel: string): void {
  const desk = signInsOf(useHost());
  useEffect(() => desk.watch(channel), [desk, channel]);
}
