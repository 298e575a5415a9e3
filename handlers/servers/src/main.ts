import { serversServer } from './server.ts';

serversServer(new URL('./view.html', import.meta.url)).listen();
