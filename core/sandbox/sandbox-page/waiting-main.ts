import { awaitView } from './waiting.ts';

awaitView(window);
