import type { ProxySettings } from '../src/proxy-settings.ts';
import { connectView } from './proxy.ts';

/** The text of `waiting.html` with its script; the build replaces the name. */
declare const WAITING_PAGE: string;

const settings = JSON.parse(document.documentElement.dataset['settings'] ?? '') as ProxySettings;
connectView(window, settings, WAITING_PAGE);
