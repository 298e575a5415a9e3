import { tableServer } from './server.ts';

tableServer(new URL('./view.html', import.meta.url)).listen();
